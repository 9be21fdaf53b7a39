import { hoursOfWeek, weekHours } from '../../../kit/time/time-zone.ts';
import type { UseHistory } from './use-history.ts';
import { expectHistory, mapRange, type Range, spreadOfUse } from './use-spread.ts';
import { dailyUseOf, learnUsualWeek } from './usual-week.ts';

/**
 * Data that a forecast takes from a tank's past, in the units of its history: small enough to be stored, so
 * that the weeks behind it are read once a day.
 */
export type UseHabit = {
  rates: Float64Array;
  /** Departures of past stretches from it: one range for each of `spreadDays`. */
  spreads: readonly Range[];
  /** Litres of a percent when it was learnt, where they follow from the capacity; absent where they do not. */
  litresPerPercent?: number;
};

/** Days that an amount usually lasts, for which departures are learnt; fewer of them for longer ones. */
export const spreadDays = [0.25, 1, 4, 16, 64] as const;

/**
 * Learns a habit, rounded as it is stored, so that a forecast is the same before and after.
 * @param zone time zone of hours and weekdays.
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

/**
 * Returns the amount usually used by the time that an amount really is, in units of the amount; as
 * `spreadOfUse`.
 */
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
/** Without and with the litres of a percent. */
const lengths = [0, 1].map((more) => (countOfNumbers + more) * Float32Array.BYTES_PER_ELEMENT);

/** Packs a habit for its row: single precision is far finer than the knowledge of use. */
export function packHabit({ rates, spreads, litresPerPercent }: UseHabit): string {
  const ranges = spreads.flatMap(({ low, middle, high }) => [low, middle, high]);
  const more = litresPerPercent === undefined ? [] : [litresPerPercent];
  const numbers = Float32Array.of(...rates, ...ranges, ...more);
  return Buffer.from(numbers.buffer).toString('base64');
}

/** @returns undefined for a habit of another program's layout: the next round learns it again. */
export function unpackHabit(text: string): UseHabit | undefined {
  // A copy, since numbers must begin at a multiple of their size.
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  if (!lengths.includes(bytes.length)) return undefined;
  const numbers = new Float32Array(bytes.buffer);
  const rates = Float64Array.from(numbers.subarray(0, hoursOfWeek));
  const spreads = spreadDays.map((_, index) => {
    const at = hoursOfWeek + index * partsOfRange;
    const [low = 1, middle = 1, high = 1] = numbers.subarray(at, at + partsOfRange);
    return { low, middle, high };
  });
  const litresPerPercent = numbers[countOfNumbers];
  return { rates, spreads, ...(litresPerPercent !== undefined && { litresPerPercent }) };
}
