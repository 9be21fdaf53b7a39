import { useState } from 'preact/hooks';
import { highRange, lowRange } from '../../../../src/water/device-rules.ts';
import type { Cells } from '../../../../src/water/imports/columns.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { Field } from '../../ui/form/field.tsx';
import { say as sayFleet } from '../words.ts';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { say } from './words.ts';

/** Sets the levels below and above which all chosen tanks warn; what is left empty stays as it is. */
export function ThresholdsDialog(props: ChangeProps) {
  const [high, setHigh] = useState('');
  const [low, setLow] = useState('');
  const given: Cells = { ...(high !== '' && { high }), ...(low !== '' && { low }) };
  const parts = [
    ...(high === '' ? [] : [say.warnsAbove({ high })]),
    ...(low === '' ? [] : [say.warnsBelow({ low })]),
  ];
  return (
    <ChangeDialog
      {...props}
      scope="tanks"
      title={sayFleet.setThresholds()}
      what={parts.join('; ')}
      cellsOf={(line) => ({ ...given, ...sensorCell(line) })}
      undo={{ label: say.undo(), cellsOf: (line) => thresholdsBefore(line, given) }}
      refusal={parts.length === 0 ? say.noThreshold() : undefined}
    >
      <p class="faint">{say.thresholdsStay()}</p>
      <Threshold label={sayFleet.high()} name="high" range={highRange} value={high} set={setHigh} />
      <Threshold label={sayFleet.low()} name="low" range={lowRange} value={low} set={setLow} />
    </ChangeDialog>
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

/** The sensor of a tank; a device that has none yet gets its first. */
function sensorCell({ sensor }: TankLine): Cells {
  return sensor ? { sensor: sensor.sensor_name } : {};
}

/** Those that were changed, as they were; undefined where a tank had none of its own. */
function thresholdsBefore(line: TankLine, changed: Cells): Cells | undefined {
  const { sensor } = line;
  if (sensor?.high_threshold == null || sensor.low_threshold == null) return undefined;
  return {
    ...sensorCell(line),
    ...(changed.high !== undefined && { high: String(sensor.high_threshold) }),
    ...(changed.low !== undefined && { low: String(sensor.low_threshold) }),
  };
}
