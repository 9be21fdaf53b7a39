import { type ShapeName, shapeNames } from '../../../../src/water/tank-shapes/tank-shape.ts';
import { Field, SelectField, TextField } from '../../ui/form/field.tsx';
import { litres, percent } from '../../words/format.ts';
import {
  type LengthName,
  lengthsOf,
  placementNames,
  sizeOf,
  type TankDraft,
  withLength,
} from './tank-draft.ts';
import { say } from './words.ts';
import './tank-shape.css';

type Props = {
  draft: TankDraft;
  onChange: (draft: TankDraft) => void;
  failure: Error | undefined;
  /** Shapes to choose from; all unless given. */
  shapes?: readonly ShapeName[];
};

/** Shape, dimensions and place of the sensor, with the resulting litres. */
export function TankFields({ draft, onChange, failure, shapes = shapeNames }: Props) {
  const { shape, rows } = draft;
  const size = sizeOf(draft);
  const lengthField = (name: LengthName, hint?: string) => (
    <Field
      key={name}
      label={lengthText(name)}
      name={`tank.${name}`}
      type="number"
      inputMode="decimal"
      step="any"
      value={draft.lengths[name] ?? ''}
      onInput={(event) => onChange(withLength(draft, name, event.currentTarget.value))}
      isOptional={isPlacement(name)}
      hint={hint}
      failure={failure}
    />
  );
  return (
    <>
      <SelectField
        label={say.shape()}
        name="tank"
        hint={say.shapeHint()}
        options={[['', say.unknown()], ...shapes.map((name) => [name, shapeText(name)] as const)]}
        value={shape}
        onChange={(event) =>
          onChange({ ...draft, shape: event.currentTarget.value as ShapeName | '' })
        }
        failure={failure}
      />
      {shape !== '' && (
        <div class="stack tank-shape">
          <div class="tank-shape-fields">
            <div class="stack">
              {lengthsOf(shape).map((name) => lengthField(name))}
              {shape === 'table' && (
                <TextField
                  label={say.rows()}
                  name="tank.table"
                  hint={say.rowsHint()}
                  value={rows}
                  onInput={(event) => onChange({ ...draft, rows: event.currentTarget.value })}
                  failure={failure}
                />
              )}
            </div>
            <ShapeDrawing shape={shape} />
          </div>
          <p role="status">
            <strong>{size && say.thatIs({ litres: litres(size.litres) })}</strong>
          </p>
          {placementNames.map((name) =>
            lengthField(name, name === 'sensor_height_cm' ? say.sensorHint() : undefined),
          )}
          {size?.seen !== undefined && (
            <p class="hint">{say.seesUpTo({ level: percent(size.seen) })}</p>
          )}
        </div>
      )}
    </>
  );
}

function isPlacement(name: LengthName): boolean {
  return (placementNames as readonly string[]).includes(name);
}

/** Outline of each shape from the side, with lines that show that it is round. */
const outlines: Record<ShapeName, string> = {
  upright_cylinder: 'M20 18v64a30 9 0 0 0 60 0V18M20 18a30 9 0 0 1 60 0a30 9 0 0 1-60 0',
  lying_cylinder: 'M22 24h56a10 26 0 0 1 0 52H22M22 24a10 26 0 0 1 0 52a10 26 0 0 1 0-52',
  box: 'M14 34h56v46H14zM14 34l16-16h56l-16 16M86 18v46L70 80',
  upright_oval: 'M10 22v56a40 10 0 0 0 80 0V22M10 22a40 10 0 0 1 80 0a40 10 0 0 1-80 0',
  lying_oval: 'M26 32h50a14 19 0 0 1 0 38H26M26 32a14 19 0 0 1 0 38a14 19 0 0 1 0-38',
  cone: 'M18 20L50 88L82 20M18 20a32 9 0 0 1 64 0a32 9 0 0 1-64 0',
  frustum: 'M14 20l16 62a20 6 0 0 0 40 0l16-62M14 20a36 9 0 0 1 72 0a36 9 0 0 1-72 0',
  sphere: 'M50 14a36 36 0 0 1 0 72a36 36 0 0 1 0-72M14 50a36 10 0 0 0 72 0',
  table: 'M16 18h68v64H16zM16 34h68M16 50h68M16 66h68M50 18v64',
};

/** Decorative: the fields beside it say the same in words. */
function ShapeDrawing({ shape }: { shape: ShapeName }) {
  return (
    <svg class="tank-shape-drawing" viewBox="0 0 100 100" aria-hidden="true">
      <path d={outlines[shape]} />
    </svg>
  );
}

function shapeText(shape: ShapeName): string {
  const texts = {
    upright_cylinder: say.upright_cylinder,
    lying_cylinder: say.lying_cylinder,
    box: say.box,
    upright_oval: say.upright_oval,
    lying_oval: say.lying_oval,
    cone: say.cone,
    frustum: say.frustum,
    sphere: say.sphere,
    table: say.table,
  };
  return texts[shape]();
}

function lengthText(length: LengthName): string {
  const texts = {
    diameter_cm: say.diameter_cm,
    bottom_diameter_cm: say.bottom_diameter_cm,
    top_diameter_cm: say.top_diameter_cm,
    length_cm: say.length_cm,
    width_cm: say.width_cm,
    height_cm: say.height_cm,
    sensor_height_cm: say.sensor_height_cm,
    dead_zone_cm: say.dead_zone_cm,
    unusable_bottom_cm: say.unusable_bottom_cm,
  };
  return texts[length]();
}
