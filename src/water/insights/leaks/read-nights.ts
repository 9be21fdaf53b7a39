import { dayMs } from '../../../kit/time/units.ts';
import { type Night, type QuarterHour, readNight, type Span } from './night.ts';
import { learnFromNights } from './noise-of-nights.ts';
import type { Sensor } from './sensor.ts';

/**
 * The nights around midnights, those of which too little is left aside, with the noise that they show together.
 * @param quarterHours by their begin.
 */
export function readNights(
  midnights: readonly number[],
  quarterHours: ReadonlyMap<number, QuarterHour>,
  refills: readonly Span[],
  sensor: Sensor,
): Night[] {
  const read = (of: Sensor) =>
    midnights.flatMap((midnight) => readNight(midnight, quarterHours, refills, of) ?? []);
  const nights = read(sensor);
  const learnt = learnFromNights(
    sensor,
    nights.flatMap(({ stretches }) => stretches),
  );
  return learnt === sensor ? nights : read(learnt);
}

/** Nights of so long before an instant say whether there is a leak then, */
export const usualWindowMs = 28 * dayMs;
/** and of so long where a quarter of an hour is known so badly, in percent: there each night tells little. */
const longWindowMs = 56 * dayMs;
const badlyKnown = 0.25;

/** How long before an instant nights are looked at, by those of the usual time. */
export function windowOf(nights: readonly Night[]): number {
  const deviations = nights.flatMap(({ stretches }) => stretches[0]?.[0]?.deviation ?? []);
  const isBad = deviations.length > 0 && Math.max(...deviations) >= badlyKnown;
  return isBad ? longWindowMs : usualWindowMs;
}
