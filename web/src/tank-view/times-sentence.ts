import { hourMs } from '../../../src/kit/time/units.ts';
import type { TankSensor } from '../api/operations.ts';
import { spanRange } from '../words/format.ts';
import { say } from './words.ts';

type Times = NonNullable<TankSensor['time_to_empty']>;

const emptyTexts = { alone: say.emptyIn, ranged: say.emptyInRange, byNow: say.emptyByNow };

/** How long the water lasts: the same words wherever a tank is shown. */
export function emptySentence(times: Times, now: number): string {
  return timesSentence(emptyTexts, { times, now });
}

/** When something is foretold to come to pass. */
export function timesSentence(
  { alone, ranged, byNow }: typeof emptyTexts,
  { times, now }: { times: Times; now: number },
): string {
  // A device that fell silent says no more when it happened.
  if (Date.parse(times.middle_at) <= now) return byNow();
  const { low, middle, high } = spanRange({
    low: hoursUntil(times.low_at, now),
    middle: hoursUntil(times.middle_at, now),
    high: hoursUntil(times.high_at, now),
  });
  return low === high ? alone({ span: middle }) : ranged({ span: middle, low, high });
}

/** An end that has passed is a minute away: nobody is told of the past. */
function hoursUntil(instant: string, now: number): number {
  return Math.max(1 / 60, (Date.parse(instant) - now) / hourMs);
}
