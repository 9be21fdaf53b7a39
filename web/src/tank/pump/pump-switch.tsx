import { useState } from 'preact/hooks';
import { defaultThresholds } from '../../../../src/water/status.ts';
import type { PumpCommand, Tank, TankSensor } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say } from '../words.ts';
import { FullTankDialog } from './full-tank-dialog.tsx';
import { cancelCommand, sendCommand } from './use-commands.ts';

type Props = { tank: Tank; sensor: TankSensor; newest: PumpCommand | undefined };

/**
 * Turns a pump on or off by one tap; until that is obeyed it can only be taken back, so that a second tap out of
 * doubt does not send the opposite. The other ways to steer it are in the form of its own card. A pump that
 * is held off is cleared first, in that card.
 */
export function PumpSwitch({ tank, sensor, newest }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { sensor_name, level, pump_status, latch } = sensor;
  const sending = useAction(async (command: 'on' | 'off') => {
    const levels = { turn_on_below: undefined, turn_off_above: undefined };
    await sendCommand({ device_id: tank.device_id, sensor_name, command, ...levels });
  });
  const cancelling = useAction(cancelCommand);
  const isFull = level !== null && level >= (sensor.high_threshold ?? defaultThresholds.high);
  const turn = (command: 'on' | 'off') =>
    command === 'on' && isFull ? setAsking(true) : void sending.run(command);
  if (latch) return null;
  const switching = newest && isSwitching(newest, pump_status) ? newest : undefined;
  const word = pump_status === 'on' ? 'off' : 'on';
  const awaited = switching?.command ?? word;
  return (
    <div class="stack">
      <div class="row">
        {switching ? (
          <>
            <strong role="status">
              {switching.command === 'on' ? say.switchingOn() : say.switchingOff()}
            </strong>
            <Button isBusy={cancelling.isBusy} onClick={() => void cancelling.run(switching.id)}>
              {say.cancelOne()}
            </Button>
          </>
        ) : (
          <Button look="main" isBusy={sending.isBusy} onClick={() => turn(word)}>
            {word === 'on' ? say.turnOn() : say.turnOff()}
          </Button>
        )}
      </div>
      <p class="small" role="status">
        {newest?.status === 'pending' && sayWaiting(newest)}
        {!tank.online && ` ${awaited === 'on' ? say.onWaits() : say.waits()}`}
      </p>
      <FailureNotice failure={sending.failure ?? cancelling.failure} />
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

/** True until the pump does as it was told; some boards say so only by their next reading. */
function isSwitching({ status, command }: PumpCommand, pump: 'on' | 'off' | null): boolean {
  return status === 'pending' && (command === 'on' || command === 'off') && command !== pump;
}

function sayWaiting({ command, delivered_at }: PumpCommand): string {
  const state = delivered_at === null ? say.isPending() : say.isDelivered();
  return `${say[command]()}: ${state}`;
}
