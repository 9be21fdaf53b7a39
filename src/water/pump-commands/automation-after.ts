import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import type { PumpCommand } from '../fields.ts';
import type { Automation } from '../pumps/pump-automation.ts';
import type { Thresholds } from '../status.ts';

type Levels = {
  command: PumpCommand;
  turn_on_below?: number | null | undefined;
  turn_off_above?: number | null | undefined;
};

/**
 * What a user's command means for the automation of its sensor: `auto` hands the pump to the server,
 * any other word takes it back. A level that `auto` leaves out is the sensor's threshold.
 * @returns null where the server is to leave the pump alone.
 * @throws ApiError 400 when the pump would be switched off at or below where it is switched on.
 */
export function automationAfter(order: Levels, { low, high }: Thresholds): Automation | null {
  const { command, turn_on_below: onBelow, turn_off_above: offAbove } = order;
  if (isNumber(onBelow) && isNumber(offAbove) && onBelow >= offAbove) {
    throw wrong('turn_on_below', fault('onBelowOff'));
  }
  if (command !== 'auto') return null;
  const automation = { onBelow: onBelow ?? low, offAbove: offAbove ?? high };
  if (automation.onBelow < automation.offAbove) return automation;
  throw isNumber(onBelow)
    ? wrong('turn_on_below', fault('onBelowHigh', { limit: high }))
    : wrong('turn_off_above', fault('offAboveLow', { limit: low }));
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

function wrong(field: string, message: FaultText): ApiError {
  return failures.invalid([{ field, message }]);
}
