import { useState } from 'preact/hooks';
import { capacityRange } from '../../../../src/water/device-rules.ts';
import { type Cells, lineShapes } from '../../../../src/water/imports/columns.ts';
import {
  draftOf,
  lengthsOf,
  placementNames,
  sizeOf,
  type TankDraft,
} from '../../device-setup/tank-shape/tank-draft.ts';
import { TankFields } from '../../device-setup/tank-shape/tank-fields.tsx';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { Field } from '../../ui/form/field.tsx';
import { litres } from '../../words/format.ts';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

/** Gives the chosen devices the litres, or the shape, of their tanks. */
export function TankDialog(props: ChangeProps) {
  const [draft, setDraft] = useState<TankDraft>(() => draftOf(null));
  const [capacity, setCapacity] = useState('');
  const hasShape = draft.shape !== '';
  const cells = hasShape ? shapeCells(draft) : { capacity };
  const size = hasShape ? sizeOf(draft)?.litres : Number(capacity);
  return (
    <ChangeDialog
      {...props}
      title={say.tank()}
      what={say.tankWhat({ litres: size ? litres(size) : '' })}
      cellsOf={() => cells}
      undo={hasShape ? undefined : { label: say.undo(), cellsOf: capacityBefore }}
      warning={hasShape ? say.tankWarning() : undefined}
    >
      {!hasShape && (
        <Field
          label={say.litres()}
          name="capacity"
          type="number"
          inputMode="numeric"
          min={capacityRange.minimum}
          max={capacityRange.maximum}
          required
          value={capacity}
          onInput={(event) => setCapacity(event.currentTarget.value)}
        />
      )}
      <TankFields draft={draft} onChange={setDraft} failure={undefined} shapes={lineShapes} />
    </ChangeDialog>
  );
}

function shapeCells({ shape, lengths }: TankDraft): Cells {
  if (shape === '') return {};
  const names = [...lengthsOf(shape), ...placementNames];
  const given = names.flatMap((name) => (lengths[name] ? [[name, lengths[name]] as const] : []));
  return { shape, ...Object.fromEntries(given) };
}

/** Litres as they were, of a device with one tank that had some. */
function capacityBefore({ tank: { sensors } }: TankLine): Cells | undefined {
  const [only, ...others] = sensors;
  if (others.length > 0 || only?.capacity == null) return undefined;
  return { capacity: String(only.capacity) };
}
