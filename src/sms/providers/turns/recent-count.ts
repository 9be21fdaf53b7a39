import type { Timers } from '../../../kit/time/timers.ts';

const slots = 10;
const slotMs = 100;

/** Counts what happened within the last second, to a tenth of it. */
export function createRecentCount(timers: Pick<Timers, 'now'>) {
  const counts = new Array<number>(slots).fill(0);
  const times = new Array<number>(slots).fill(Number.NEGATIVE_INFINITY);
  return {
    add: (): void => {
      const time = Math.floor(timers.now() / slotMs);
      const slot = time % slots;
      if (times[slot] !== time) counts[slot] = 0;
      times[slot] = time;
      counts[slot] = (counts[slot] ?? 0) + 1;
    },
    inLastSecond: (): number => {
      const oldest = Math.floor(timers.now() / slotMs) - slots;
      return counts.reduce(
        (sum, count, slot) => ((times[slot] ?? 0) > oldest ? sum + count : sum),
        0,
      );
    },
  };
}
