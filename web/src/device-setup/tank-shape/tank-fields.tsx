import { type ShapeName, shapeNames } from '../../../../src/water/tank-shapes/tank-shape.ts';
import { Field, SelectField, TextField } from '../../ui/form/field.tsx';
import { litres, percent } from '../../words/format.ts';
import { ShapeDrawing } from './shape-drawing.tsx';
import {
  type LengthName,
  lengthsOf,
  placementNames,
  sizeOf,
  type TankDraft,
  withLength,
} from './tank-draft.ts';
import { lengthText, shapeText } from './tank-words.ts';
import { say } from './words.ts';
import './tank-shape.css';

type Props = {
  draft: TankDraft;
  onChange: (draft: TankDraft) => void;
  failure: Error | undefined;
};

/** The shape of a tank, its dimensions and the place of its sensor, with the litres that they come to. */
export function TankFields({ draft, onChange, failure }: Props) {
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
        options={[
          ['', say.unknown()],
          ...shapeNames.map((name) => [name, shapeText(name)] as const),
        ]}
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
