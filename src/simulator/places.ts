import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';
import { gaussian, type Random, uniform } from './random.ts';

export type Point = { latitude: number; longitude: number };

/** A Kenyan town, with the yearly mean and the daily swing (half of it) of its air in °C. */
export type Town = Point & { name: string; meanCelsius: number; swingCelsius: number };

type TownRow = [name: string, latitude: number, longitude: number, mean: number, swing: number];
const townRows: TownRow[] = [
  ['Nairobi', -1.2864, 36.8172, 19, 5.5],
  ['Mombasa', -4.0435, 39.6682, 27, 3.5],
  ['Kisumu', -0.0917, 34.768, 23, 6],
  ['Nakuru', -0.3031, 36.08, 18, 7],
  ['Eldoret', 0.5143, 35.2698, 17, 6.5],
  ['Thika', -1.0333, 37.0693, 20, 6],
  ['Machakos', -1.5177, 37.2634, 19.5, 6],
  ['Nyeri', -0.4201, 36.9476, 17, 6],
  ['Meru', 0.0463, 37.6559, 18.5, 5.5],
  ['Kitui', -1.367, 38.0106, 22, 6],
  ['Garissa', -0.4532, 39.6461, 29, 6],
  ['Lodwar', 3.1191, 35.5973, 30, 6.5],
];
export const towns: readonly Town[] = townRows.map(
  ([name, latitude, longitude, meanCelsius, swingCelsius]) => ({
    name,
    latitude,
    longitude,
    meanCelsius,
    swingCelsius,
  }),
);

/** East Africa Time is UTC+3 without summer time, so plain arithmetic is exact. */
const aheadMs = 3 * hourMs;

/**
 * Local time of Nairobi at an instant: days since 1970-01-01, weekday (0 is Sunday), minutes since
 * midnight.
 */
export function nairobiTime(at: number) {
  const local = at + aheadMs;
  const dayNumber = Math.floor(local / dayMs);
  return {
    dayNumber,
    weekday: (((dayNumber + 4) % 7) + 7) % 7,
    minuteOfDay: (local - dayNumber * dayMs) / minuteMs,
  };
}

/** A part of every day, in minutes since midnight; `from` above `until` spans midnight. */
export type DailyHours = { from: number; until: number };

export function isWithin({ from, until }: DailyHours, minuteOfDay: number): boolean {
  return from <= until
    ? minuteOfDay >= from && minuteOfDay < until
    : minuteOfDay >= from || minuteOfDay < until;
}

/** Temperature of the air at an instant in °C: a sine with its peak at three in the afternoon. */
export function airCelsius({ meanCelsius, swingCelsius }: Town, at: number): number {
  const hour = nairobiTime(at).minuteOfDay / 60;
  return meanCelsius + swingCelsius * Math.cos((2 * Math.PI * (hour - 15)) / 24);
}

/** Site of a tank: somewhere within two kilometres (north and east) of the town's centre. */
export function siteNear(town: Point, random: Random): Point {
  return moved(town, uniform(random, -2000, 2000), uniform(random, -2000, 2000));
}

/** Position from a cheap GPS receiver: a few metres off, differently each time. */
export function gpsFix(site: Point, random: Random): Point {
  return moved(site, 4 * gaussian(random), 4 * gaussian(random));
}

const metresPerDegree = 111_320;

function moved({ latitude, longitude }: Point, metresNorth: number, metresEast: number): Point {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + metresNorth / metresPerDegree,
    longitude: longitude + metresEast / (metresPerDegree * shrink),
  };
}
