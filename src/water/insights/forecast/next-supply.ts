import { instantOf, splitIntoDays, weekdayOf } from '../../../kit/time/time-zone.ts';
import { dayMs } from '../../../kit/time/units.ts';
import type { SupplyTimes } from '../../sensor-configs/supply.ts';

/** Epoch milliseconds of `[begin, end)`. */
export type Supply = { begin: number; end: number };

/** From yesterday, whose supply may go on past midnight, to the same day next week. */
const around = { before: 2 * dayMs, after: 9 * dayMs };

/** The supply that is on at an instant by what is stated, or else the next one. */
export function nextSupply(
  times: readonly SupplyTimes[],
  zone: string,
  now: number,
): Supply | undefined {
  const days = splitIntoDays(now - around.before, now + around.after, zone);
  const supplies = days.flatMap(({ date }, at) => {
    const next = days[at + 1]?.date;
    if (next === undefined) return [];
    const instant = (minutes: number) =>
      instantOf(`${minutes < 1440 ? date : next}T${clock(minutes % 1440)}`, zone);
    return times
      .filter(({ weekdays }) => weekdays.includes(weekdayOf(date)))
      .map(({ from, until }) => ({ begin: instant(from), end: instant(until) }));
  });
  return supplies.filter(({ end }) => end > now).toSorted((a, b) => a.begin - b.begin)[0];
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
