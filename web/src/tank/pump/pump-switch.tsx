import { useState } from 'preact/hooks';
import { defaultThresholds } from '../../../../src/water/status.ts';
import type { PumpCommand, Tank, TankSensor } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say } from '../words.ts';
import { FullTankDialog } from './full-tank-dialog.tsx';
import { sendCommand } from './use-commands.ts';

type Props = { tank: Tank; sensor: TankSensor; newest: PumpCommand | undefined };

/**
 * Turns a pump on or off by one tap, and takes back what waits for it; the other ways to steer it are in the form of its own card. A pump that
 * is held off is cleared first, in that card.
 */
export function PumpSwitch({ tank, sensor, newest }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { sensor_name, level, pump_status, latch } = sensor;
  const sending = useAction(async (command: 'on' | 'off') => {
    const levels = { turn_on_below: undefined, turn_off_above: undefined };
    await sendCommand({ device_id: tank.device_id, sensor_name, command, ...levels });
  });
  const isFull = level !== null && level >= (sensor.high_threshold ?? defaultThresholds.high);
  const turn = (command: 'on' | 'off') =>
    command === 'on' && isFull ? setAsking(true) : void sending.run(command);
  if (latch) return null;
  const isOn = newest?.status === 'pending' ? newest.command === 'on' : pump_status === 'on';
  const word = isOn ? 'off' : 'on';
  return (
    <div class="stack">
      <div class="row">
        <Button look="main" isBusy={sending.isBusy} onClick={() => turn(word)}>
          {word === 'on' ? say.turnOn() : say.turnOff()}
        </Button>
      </div>
      <p class="small" role="status">
        {newest?.status === 'pending' && sayWaiting(newest)}
        {!tank.online && ` ${word === 'on' ? say.onWaits() : say.waits()}`}
      </p>
      <FailureNotice failure={sending.failure} />
      {isAsking && level !== null && (
        <FullTankDialog
          level={level}
          onConfirm={async () => void (await sending.run('on'))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function sayWaiting({ command, delivered_at }: PumpCommand): string {
  const state = delivered_at === null ? say.isPending() : say.isDelivered();
  return `${say[command]()}: ${state}`;
}
