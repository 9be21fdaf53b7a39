import { hoursOfWeek } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';

/** Use that is expected from an instant on, for as long as one likes: the usual week again and again. */
export type Outlook = {
  /** What is expected to have been used so many milliseconds later. */
  useAfter: (elapsed: number) => number;
  /** Milliseconds until so much is expected to have been used; infinite where nothing is. */
  timeToUse: (amount: number) => number;
};

/**
 * @param rates expected use of each hour of the week.
 * @param cells the hour of the week of the hour in which `now` lies and of those that follow.
 */
export function lookAhead(rates: Float64Array, cells: Uint8Array, now: number): Outlook {
  const begun = (now % hourMs) / hourMs;
  // From the beginning of the hour on; the last entry is a whole week.
  const sums = new Float64Array(hoursOfWeek + 1);
  for (let at = 0; at < hoursOfWeek; at += 1) {
    sums[at + 1] = (sums[at] ?? 0) + (rates[cells[at] ?? 0] ?? 0);
  }
  const week = sums[hoursOfWeek] ?? 0;
  const useUntil = (hours: number): number => {
    const weeks = Math.floor(hours / hoursOfWeek);
    const rest = hours - weeks * hoursOfWeek;
    const at = Math.floor(rest);
    const [before, after] = [sums[at] ?? 0, sums[at + 1] ?? week];
    return weeks * week + before + (rest - at) * (after - before);
  };
  const already = useUntil(begun);
  return {
    useAfter: (elapsed) => useUntil(begun + elapsed / hourMs) - already,
    timeToUse: (amount) => {
      if (week <= 0) return Number.POSITIVE_INFINITY;
      if (amount <= 0) return 0;
      const goal = amount + already;
      const weeks = Math.floor(goal / week);
      const rest = goal - weeks * week;
      const at = Math.max(
        1,
        sums.findIndex((sum) => sum >= rest),
      );
      const [before, after] = [sums[at - 1] ?? 0, sums[at] ?? 0];
      const share = after > before ? (rest - before) / (after - before) : 0;
      return (weeks * hoursOfWeek + at - 1 + share - begun) * hourMs;
    },
  };
}
