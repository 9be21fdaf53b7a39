import { hoursOfWeek } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { spreadOf, type UseHabit } from './use-habit.ts';
import { mapRange, type Range } from './use-spread.ts';
import { dailyUseOf } from './usual-week.ts';

/** Forecast of a tank's use; amounts are in the units of its habit. */
export type UseForecast = {
  dailyUse: number;
  /** Milliseconds until an amount has been used; `error` is the standard deviation of the amount. */
  timeToUse: (amount: number, error: number) => Range;
  /** Amount that will have been used so many milliseconds later. */
  useAfter: (elapsed: number) => Range;
};

/**
 * Forecasts from a habit how the use goes on from an instant.
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

/** Standard normal quantile of 90 %. */
const z90 = 1.2816;

/** Widens a range of ratios by an independent relative error. */
function withError({ low, middle, high }: Range, relative: number): Range {
  const widen = (width: number) => Math.exp(Math.hypot(width, z90 * relative));
  return {
    low: middle / widen(Math.log(middle / low)),
    middle,
    high: middle * widen(Math.log(high / middle)),
  };
}

/** Expected use from an instant on: the usual week repeated for ever. */
export type Outlook = {
  /** Amount that is expected to have been used so many milliseconds later. */
  useAfter: (elapsed: number) => number;
  /** Milliseconds until an amount is expected to have been used; infinite where nothing is used. */
  timeToUse: (amount: number) => number;
};

/**
 * Calculates the expected use from an instant on.
 * @param rates expected use of each hour of the week.
 * @param cells the hour of the week of the hour of `now` and of those that follow.
 */
export function lookAhead(rates: Float64Array, cells: Uint8Array, now: number): Outlook {
  const begun = (now % hourMs) / hourMs;
  // Counted from the beginning of the hour; the last entry is a whole week.
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
