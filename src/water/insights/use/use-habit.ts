import { hoursOfWeek, weekHours } from '../../../kit/time/time-zone.ts';
import { mapRange, type Range } from './range.ts';
import type { UseHistory } from './use-history.ts';
import { expectHistory, spreadOfUse } from './use-spread.ts';
import { dailyUseOf, learnUsualWeek } from './usual-week.ts';

/**
 * All that a forecast takes from a tank's past, in the units of its history: small enough to be stored,
 * so that the weeks behind it are read once a day.
 */
export type UseHabit = {
  /** Expected use of each hour of the week. */
  rates: Float64Array;
  /** How stretches of the past departed from that: one range for each of `spreadDays`. */
  spreads: readonly Range[];
};

/** Departures are learnt of amounts that usually last so many days: rather less of them for longer ones. */
export const spreadDays = [0.25, 1, 4, 16, 64] as const;

/**
 * As finely as it is stored, so that it tells the same before and after.
 * @param zone by whose clock hours and weekdays are.
 */
export function learnHabit(history: UseHistory, zone: string): UseHabit {
  const cells = weekHours(history.from, history.used.length, zone);
  const week = learnUsualWeek(history, cells);
  const past = expectHistory(history, cells, week.rates);
  const dailyUse = dailyUseOf(week);
  return {
    rates: week.rates.map(Math.fround),
    spreads: spreadDays.map((days) => mapRange(spreadOfUse(past, days * dailyUse), Math.fround)),
  };
}

/** How much would usually be used until an amount really is, in units of the amount; as `spreadOfUse`. */
export function spreadOf({ rates, spreads }: UseHabit, amount: number): Range {
  const none = { low: 1, middle: 1, high: 1 };
  const dailyUse = dailyUseOf({ rates });
  if (amount <= 0 || dailyUse <= 0) return none;
  const days = amount / dailyUse;
  const after = spreadDays.findIndex((each) => each >= days);
  const [first = none, last = none] = [spreads[0], spreads.at(-1)];
  if (after === 0) return first;
  const [from, until] = [spreadDays[after - 1], spreadDays[after]];
  if (from === undefined || until === undefined) return last;
  const share = Math.log(days / from) / Math.log(until / from);
  const [short = none, long = none] = [spreads[after - 1], spreads[after]];
  const between = (part: keyof Range) => short[part] ** (1 - share) * long[part] ** share;
  return { low: between('low'), middle: between('middle'), high: between('high') };
}

const partsOfRange = 3;
const countOfNumbers = hoursOfWeek + partsOfRange * spreadDays.length;

/** A habit as a row stores it: single precision is far finer than what is known of use. */
export function packHabit({ rates, spreads }: UseHabit): string {
  const ranges = spreads.flatMap(({ low, middle, high }) => [low, middle, high]);
  const numbers = Float32Array.of(...rates, ...ranges);
  return Buffer.from(numbers.buffer).toString('base64');
}

/** @returns undefined for what a program with other habits wrote: the next round learns it anew. */
export function unpackHabit(text: string): UseHabit | undefined {
  // A copy of its own, since numbers have to begin at a multiple of their size.
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  if (bytes.length !== countOfNumbers * Float32Array.BYTES_PER_ELEMENT) return undefined;
  const numbers = new Float32Array(bytes.buffer);
  const rates = Float64Array.from(numbers.subarray(0, hoursOfWeek));
  const spreads = spreadDays.map((_, index) => {
    const at = hoursOfWeek + index * partsOfRange;
    const [low = 1, middle = 1, high = 1] = numbers.subarray(at, at + partsOfRange);
    return { low, middle, high };
  });
  return { rates, spreads };
}
