import { useState } from 'preact/hooks';
import type { Cells } from '../../../../src/water/imports/columns.ts';
import type { Tank } from '../../api/operations.ts';
import { say as sayFleet } from '../words.ts';
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx';
import { ManagedThresholds } from './managed-thresholds.tsx';
import { ThresholdFields } from './threshold-fields.tsx';
import { say } from './words.ts';

/** Sets the levels below and above which all chosen tanks warn. */
export function ThresholdsDialog(props: ChangeProps) {
  // The choice shrinks to what failed, which does not change the dialog.
  const [isOwn] = useState(() =>
    props.rows.every(({ tank }) => tank.role === 'owner' && tank.sensors.length <= 1),
  );
  return isOwn ? <OwnThresholds {...props} /> : <ManagedThresholds {...props} />;
}

/** As one change of a file of devices, which the server goes on with by itself. */
function OwnThresholds(props: ChangeProps) {
  const [high, setHigh] = useState('');
  const [low, setLow] = useState('');
  const cells: Cells = { ...(high !== '' && { high }), ...(low !== '' && { low }) };
  const parts = [
    ...(high === '' ? [] : [say.warnsAbove({ high })]),
    ...(low === '' ? [] : [say.warnsBelow({ low })]),
  ];
  return (
    <ChangeDialog
      {...props}
      title={sayFleet.setThresholds()}
      what={parts.join('; ')}
      cellsOf={() => cells}
      undo={{ label: say.undo(), cellsOf: (tank) => thresholdsBefore(tank, cells) }}
      refusal={parts.length === 0 ? say.noThreshold() : undefined}
    >
      <p class="faint">{say.thresholdsStay()}</p>
      <ThresholdFields high={high} low={low} setHigh={setHigh} setLow={setLow} />
    </ChangeDialog>
  );
}

/** Those that were changed, as they were; undefined where a tank had none of its own. */
function thresholdsBefore({ sensors: [sensor] }: Tank, changed: Cells): Cells | undefined {
  if (sensor?.high_threshold == null || sensor.low_threshold == null) return undefined;
  return {
    ...(changed.high !== undefined && { high: String(sensor.high_threshold) }),
    ...(changed.low !== undefined && { low: String(sensor.low_threshold) }),
  };
}
