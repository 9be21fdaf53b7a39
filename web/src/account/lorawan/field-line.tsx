import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { fieldNames, type Line, unitNames } from './mapping-lines.ts';
import { say } from './words.ts';

type Props = {
  line: Line;
  /** Place of the line, from 1. */
  number: number;
  onChange: (line: Line) => void;
  onRemove: () => void;
};

/** A line of a mapping: which field of a reading, from where, and in what. */
export function FieldLine({ line, number, onChange, onRemove }: Props) {
  return (
    <fieldset class="lorawan-line">
      <legend class="legend">{say.line({ number })}</legend>
      <SelectField
        label={say.field()}
        name="field"
        value={line.field}
        options={fieldNames.map((name) => [name, say[name]()] as const)}
        onChange={(event) =>
          onChange({ ...line, field: event.currentTarget.value as Line['field'] })
        }
      />
      <Field
        label={say.path()}
        name="path"
        value={line.path}
        maxLength={120}
        autoCapitalize="none"
        spellcheck={false}
        placeholder="sensors[0].distance"
        onInput={(event) => onChange({ ...line, path: event.currentTarget.value })}
      />
      <SelectField
        label={say.unit()}
        name="unit"
        value={line.unit}
        options={unitNames.map((unit) => [unit, unitName(unit)] as const)}
        onChange={(event) => onChange({ ...line, unit: event.currentTarget.value as Line['unit'] })}
      />
      <Field
        label={say.factor()}
        name="factor"
        inputMode="decimal"
        value={line.factor}
        onInput={(event) => onChange({ ...line, factor: event.currentTarget.value })}
      />
      <Field
        label={say.offset()}
        name="offset"
        inputMode="decimal"
        value={line.offset}
        onInput={(event) => onChange({ ...line, offset: event.currentTarget.value })}
      />
      <Button aria-label={say.removeLine({ number })} onClick={onRemove}>
        {say.remove()}
      </Button>
    </fieldset>
  );
}

function unitName(unit: Line['unit']): string {
  if (unit === 'as_is') return say.asIs();
  return unit === 'F' ? '°F' : unit;
}
