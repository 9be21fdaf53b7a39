import { hourOf } from '../../../kit/time/hour.ts';
import { hoursOfWeek, weekHours } from '../../../kit/time/week-hours.ts';
import { mapRange, type Range } from './range.ts';
import { lookAhead } from './time-to-use.ts';
import type { UseHistory } from './use-history.ts';
import { expectHistory, spreadOfUse } from './use-spread.ts';
import { dailyUseOf, learnUsualWeek } from './usual-week.ts';

/** What can be told of a tank's use to come; amounts are in the units of its history. */
export type UseForecast = {
  /** Mean use of a day of the usual week. */
  dailyUse: number;
  /** Milliseconds until an amount has been used; `error` is the standard deviation of the amount. */
  timeToUse: (amount: number, error: number) => Range;
  /** What will have been used so many milliseconds later. */
  useAfter: (elapsed: number) => Range;
};

/** Foretells from a history how the use goes on from an instant, by the clock of a zone. */
export function forecastUse(history: UseHistory, zone: string, now: number): UseForecast {
  const cells = weekHours(history.from, history.used.length, zone);
  const week = learnUsualWeek(history, cells);
  const { rates } = week;
  const past = expectHistory(history, cells, rates);
  const { useAfter, timeToUse } = lookAhead(rates, weekHours(hourOf(now), hoursOfWeek, zone), now);
  return {
    dailyUse: dailyUseOf(week),
    timeToUse: (amount, error) => {
      if (amount <= 0) return { low: 0, middle: 0, high: 0 };
      const ratios = withError(spreadOfUse(past, amount), Math.min(1, error / amount));
      return mapRange(ratios, (ratio) => timeToUse(ratio * amount));
    },
    useAfter: (elapsed) => {
      const usual = useAfter(elapsed);
      const { low, middle, high } = spreadOfUse(past, usual);
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
