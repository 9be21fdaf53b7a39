/** Rain over Nairobi, in millimetres per minute. */
import { DAY, DAY_MINUTES, monthOf } from './clock.ts';
import type { Chance } from './random.ts';

/**
 * Share of wet days by month, January first. From memory of the climate normals for Nairobi (Dagoretti):
 * long rains March to May, short rains October to December, about 1,000 mm a year.
 */
const WET_DAYS = [0.13, 0.13, 0.3, 0.55, 0.42, 0.17, 0.13, 0.16, 0.17, 0.27, 0.53, 0.3];

/** Mean depth of one storm, mm: 1,000 mm over about 100 wet days. */
const STORM_MM = 10;

/** Rain per minute (mm) for so many days from a midnight in Nairobi; storms come mostly from 14:00 to 22:00. */
export function rainFall(start: number, days: number, chance: Chance): Float64Array {
  const rain = new Float64Array(days * DAY_MINUTES);
  for (let day = 0; day < days; day += 1) {
    const month = monthOf(start + day * DAY);
    if (!chance.happens(WET_DAYS[month - 1] as number)) continue;
    const depth = Math.min(60, chance.exponential(STORM_MM));
    const length = chance.whole(20, 150);
    const begins = day * DAY_MINUTES + Math.round(chance.between(14, 22) * 60);
    // Storms start hard and fade: weights fall linearly, with gusts.
    const weights = Array.from({ length }, (_, i) => (length - i) * chance.between(0.4, 1.6));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [i, weight] of weights.entries()) {
      if (begins + i < rain.length) rain[begins + i] = (depth * weight) / total;
    }
  }
  return rain;
}

/** Rain of the 24 hours before a minute, mm: what a gardener looks at. */
export function rainBefore(rain: Float64Array, minute: number): number {
  let sum = 0;
  for (let i = Math.max(0, minute - DAY_MINUTES); i < minute; i += 1) sum += rain[i] as number;
  return sum;
}
