import { minuteMs } from '../../kit/time/units.ts';
import { mayStart, type PumpSituation } from './pump-automation.ts';
import type { ScheduleMoment } from './pump-schedule.ts';
import type { PumpWord } from './pump-state.ts';

/** An `on` that is not allowed yet, or was not fetched, is tried again after this. */
const retryMs = 5 * minuteMs;

type Sent = { created_at: number; delivered_at: number | null; status: string; source: string };

/**
 * What a schedule does with its pump now, and when it is to be looked at again. An `on` is sent once a
 * stretch, as soon as the pump may start; what the owner sends meanwhile holds until the stretch is over.
 * @param situation undefined where nothing was ever heard of the sensor
 */
export function switchBySchedule(
  { since, nextAt }: ScheduleMoment,
  situation: PumpSituation | undefined,
  { last, isMissed, now }: { last: Sent | undefined; isMissed: boolean; now: number },
): { command?: PumpWord; nextAt: number } {
  const isWaiting = situation?.last?.isPending === true && situation.last.command === 'on';
  if (since === undefined) {
    const { onSince, isByOwner, isCommanded } = situation?.state ?? {};
    const isItsRun = onSince !== undefined && isCommanded && !isByOwner;
    const isItsOrder = isWaiting && last?.source === 'schedule';
    return isItsRun || isItsOrder ? { command: 'off', nextAt } : { nextAt };
  }
  const isSettled =
    last !== undefined &&
    last.created_at >= since &&
    (last.source === 'user' || last.delivered_at !== null || last.status === 'executed');
  if (isMissed || isSettled) return { nextAt };
  const retryAt = Math.min(nextAt, now + retryMs);
  const isOff = !isWaiting && situation?.state.onSince === undefined;
  return situation && isOff && mayStart(situation)
    ? { command: 'on', nextAt: retryAt }
    : { nextAt: retryAt };
}
