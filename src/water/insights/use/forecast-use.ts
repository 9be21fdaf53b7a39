import { mapRange, type Range } from './range.ts';
import { lookAhead } from './time-to-use.ts';
import { spreadOf, type UseHabit } from './use-habit.ts';
import { dailyUseOf } from './usual-week.ts';

/** What can be told of a tank's use to come; amounts are in the units of its habit. */
export type UseForecast = {
  /** Mean use of a day of the usual week. */
  dailyUse: number;
  /** Milliseconds until an amount has been used; `error` is the standard deviation of the amount. */
  timeToUse: (amount: number, error: number) => Range;
  /** What will have been used so many milliseconds later. */
  useAfter: (elapsed: number) => Range;
};

/**
 * Foretells from a habit how the use goes on from an instant.
 * @param ahead the hour of the week of each of the 168 hours from that of the instant on.
 */
export function forecastUse(habit: UseHabit, ahead: Uint8Array, now: number): UseForecast {
  const { useAfter, timeToUse } = lookAhead(habit.rates, ahead, now);
  return {
    dailyUse: dailyUseOf(habit),
    timeToUse: (amount, error) => {
      if (amount <= 0) return { low: 0, middle: 0, high: 0 };
      const ratios = withError(spreadOf(habit, amount), Math.min(1, error / amount));
      return mapRange(ratios, (ratio) => timeToUse(ratio * amount));
    },
    useAfter: (elapsed) => {
      const usual = useAfter(elapsed);
      const { low, middle, high } = spreadOf(habit, usual);
      return { low: usual / high, middle: usual / middle, high: usual / low };
    },
  };
}

/** The standard normal quantile of 90 %. */
const z90 = 1.2816;

/** Widens a range of ratios by a relative error that has nothing to do with it. */
function withError({ low, middle, high }: Range, relative: number): Range {
  const widen = (width: number) => Math.exp(Math.hypot(width, z90 * relative));
  return {
    low: middle / widen(Math.log(middle / low)),
    middle,
    high: middle * widen(Math.log(high / middle)),
  };
}
