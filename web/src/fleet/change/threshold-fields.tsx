import { highRange, lowRange } from '../../../../src/water/device-rules.ts';
import { Field } from '../../ui/form/field.tsx';
import { say } from '../words.ts';

type Props = {
  high: string;
  low: string;
  setHigh: (value: string) => void;
  setLow: (value: string) => void;
};

/** Both thresholds in percent; what is left empty stays as it is. */
export function ThresholdFields({ high, low, setHigh, setLow }: Props) {
  return (
    <>
      <Threshold label={say.high()} name="high" range={highRange} value={high} set={setHigh} />
      <Threshold label={say.low()} name="low" range={lowRange} value={low} set={setLow} />
    </>
  );
}

type ThresholdProps = {
  label: string;
  name: string;
  range: { minimum: number; maximum: number };
  value: string;
  set: (value: string) => void;
};

function Threshold({ label, name, range, value, set }: ThresholdProps) {
  return (
    <Field
      label={label}
      name={name}
      type="number"
      inputMode="numeric"
      min={range.minimum}
      max={range.maximum}
      isOptional
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}
