import { hourMs } from '../../kit/time/units.ts';

/** What is known of the use of one hour. */
export type HourOfUse = {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  /** Percent of capacity. */
  consumed: number;
  /** Of the hour, the share in which the tank was being filled: nothing was seen of its use then. */
  filling: number;
};

/** The use of a tank by the hour of the day, in percent of capacity an hour. */
export type UsualUse = {
  /** The rate that is usual at an instant; 0 where nothing is known. */
  rateAt: (instant: number) => number;
};

/** Before so many hours were seen, nothing is usual yet. */
const leastHours = 48;
/** An hour of which less was seen says little. */
const leastSeen = 0.5;
/** So many hours at the mean of all stand beside those that were seen, so that one hour is no habit. */
const priorHours = 2;

/** Learns from hours whose use was seen, in any order. */
export function learnUsualUse(hours: Iterable<HourOfUse>): UsualUse {
  const used = new Float64Array(24);
  const seen = new Float64Array(24);
  for (const { hour, consumed, filling } of hours) {
    if (1 - filling < leastSeen) continue;
    const at = hourOfDay(hour);
    used[at] = (used[at] ?? 0) + consumed;
    seen[at] = (seen[at] ?? 0) + 1 - filling;
  }
  const hoursSeen = sum(seen);
  if (hoursSeen < leastHours) return { rateAt: () => 0 };
  const mean = sum(used) / hoursSeen;
  const rates = used.map((use, at) => (use + priorHours * mean) / ((seen[at] ?? 0) + priorHours));
  return { rateAt: (instant) => rates[hourOfDay(instant)] ?? 0 };
}

/** Of UTC: the ledger is the same in whatever time zone it is read. */
function hourOfDay(instant: number): number {
  return Math.floor(instant / hourMs) % 24;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
