import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { CommandStatus, PumpCommand } from '../fields.ts';
import type { Automation } from '../pumps/pump-automation.ts';
import type { Thresholds } from '../status.ts';

/** Event of a pump command (document 1, section 3). */
export type CommandEvent = 'execute' | 'cancel' | 'expire';

const fromPending = { execute: 'executed', cancel: 'cancelled', expire: 'expired' } as const;

/**
 * Returns the status after an event. Only a pending command changes; executing an executed one again is no
 * error, since a caretaker may tap twice.
 * @returns undefined where the event is not possible.
 */
export function nextStatus(status: CommandStatus, event: CommandEvent): CommandStatus | undefined {
  if (status === 'pending') return fromPending[event];
  return status === 'executed' && event === 'execute' ? status : undefined;
}

/** Returns the status at an instant: a pending command has expired even before the loop stores that. */
export function statusAt(
  { status, expires_at }: { status: string; expires_at: number },
  now: number,
): CommandStatus {
  if (status === 'pending' && expires_at <= now) return 'expired';
  return status as CommandStatus;
}

type Levels = {
  command: PumpCommand;
  turn_on_below?: number | null | undefined;
  turn_off_above?: number | null | undefined;
};

/**
 * Returns the automation of a sensor after a user's command: `auto` hands the pump to the server, any other
 * word takes it back. A level that `auto` leaves out is the sensor's threshold.
 * @returns null where the server is to leave the pump alone.
 * @throws ApiError 400 if the pump would be switched off at or below the level at which it is switched on.
 */
export function automationAfter(order: Levels, { low, high }: Thresholds): Automation | null {
  const { command, turn_on_below: onBelow, turn_off_above: offAbove } = order;
  if (isNumber(onBelow) && isNumber(offAbove) && onBelow >= offAbove) {
    throw failures.invalidField('turn_on_below', fault('onBelowOff'));
  }
  if (command !== 'auto') return null;
  const automation = { onBelow: onBelow ?? low, offAbove: offAbove ?? high };
  if (automation.onBelow < automation.offAbove) return automation;
  throw isNumber(onBelow)
    ? failures.invalidField('turn_on_below', fault('onBelowHigh', { limit: high }))
    : failures.invalidField('turn_off_above', fault('offAboveLow', { limit: low }));
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
