import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SensorConfig } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { number } from '../../words/format.ts';
import { say } from './words.ts';

type Props = { config: SensorConfig; onSaved: (config: SensorConfig) => void };

/** Corrects a sensor by what its owner sees in the tank. */
export function Calibration({ config, onSaved }: Props) {
  const { device_id, sensor_name, tank } = config;
  const [height, setHeight] = useState('');
  const sensor = { device_id, sensor_name };
  const telling = useAction(async (amount: number, unit: 'cm' | 'percent') => {
    const body = { ...sensor, amount, unit };
    onSaved(await call('POST /api/sensor_configs.php?action=calibrate', { body }));
    setHeight('');
  });
  const forgetting = useAction(async () => {
    const { capacity } = config;
    const body = { ...sensor, capacity, tank: tank && { ...tank, calibration: null } };
    onSaved(await call('POST /api/sensor_configs.php?action=save', { body }));
  });
  const points = tank?.calibration ?? [];
  return (
    <details class="stack">
      <summary>{say.calibrate()}</summary>
      <div class="stack">
        <p class="hint">{say.calibrateHint()}</p>
        <div>
          <Button isBusy={telling.isBusy} onClick={() => void telling.run(100, 'percent')}>
            {say.full()}
          </Button>
        </div>
        <form class="stack" onSubmit={onSubmit(() => telling.run(Number(height), 'cm'))}>
          <Field
            label={say.now()}
            name="amount"
            type="number"
            inputMode="decimal"
            step="any"
            required
            value={height}
            onInput={(event) => setHeight(event.currentTarget.value)}
            failure={telling.failure}
          />
          <div>
            <Button type="submit" isBusy={telling.isBusy}>
              {say.set()}
            </Button>
          </div>
        </form>
        <FailureNotice failure={telling.failure ?? forgetting.failure} />
        {points.length > 0 && (
          <div>
            <p role="status">{corrected(points)}</p>
            <Button look="quiet" isBusy={forgetting.isBusy} onClick={() => void forgetting.run()}>
              {say.forget()}
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

function corrected(points: { measured_cm: number; height_cm: number }[]): string {
  const [first, second] = points.map(({ measured_cm, height_cm }) => ({
    measured: number(measured_cm, 1),
    height: number(height_cm, 1),
  }));
  if (first && second) return say.byTwo({ first: first.height, second: second.height });
  return first ? say.byOne(first) : '';
}
