import { nairobiTime } from './tank/nairobi-time.ts';
import { gaussian, type Random, uniform } from './tank/random.ts';

export interface Point {
  latitude: number;
  longitude: number;
}

/** A Kenyan town, with the yearly mean and the daily swing (half of it) of its air in °C. */
export interface Town extends Point {
  name: string;
  meanCelsius: number;
  swingCelsius: number;
}

export const TOWNS: readonly [Town, ...Town[]] = [
  town('Nairobi', -1.2864, 36.8172, 19, 5.5),
  town('Mombasa', -4.0435, 39.6682, 27, 3.5),
  town('Kisumu', -0.0917, 34.768, 23, 6),
  town('Nakuru', -0.3031, 36.08, 18, 7),
  town('Eldoret', 0.5143, 35.2698, 17, 6.5),
  town('Thika', -1.0333, 37.0693, 20, 6),
  town('Machakos', -1.5177, 37.2634, 19.5, 6),
  town('Nyeri', -0.4201, 36.9476, 17, 6),
  town('Meru', 0.0463, 37.6559, 18.5, 5.5),
  town('Kitui', -1.367, 38.0106, 22, 6),
  town('Garissa', -0.4532, 39.6461, 29, 6),
  town('Lodwar', 3.1191, 35.5973, 30, 6.5),
];

const METRES_PER_DEGREE = 111_320;

/** The air at an instant in °C: a sine with its peak at three in the afternoon. */
export function airCelsius(place: Town, at: number): number {
  const hour = nairobiTime(at).minuteOfDay / 60;
  return place.meanCelsius + place.swingCelsius * Math.cos((2 * Math.PI * (hour - 15)) / 24);
}

/** Where a tank stands: somewhere within two kilometres (north and east) of the town's centre. */
export function siteNear(place: Town, random: Random): Point {
  return moved(place, uniform(random, -2000, 2000), uniform(random, -2000, 2000));
}

/** Where a cheap GPS receiver says a site is: a few metres off, differently each time. */
export function gpsFix(site: Point, random: Random): Point {
  return moved(site, 4 * gaussian(random), 4 * gaussian(random));
}

function moved(from: Point, metresNorth: number, metresEast: number): Point {
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  return {
    latitude: from.latitude + metresNorth / METRES_PER_DEGREE,
    longitude: from.longitude + metresEast / (METRES_PER_DEGREE * shrink),
  };
}

function town(
  name: string,
  latitude: number,
  longitude: number,
  meanCelsius: number,
  swingCelsius: number,
): Town {
  return { name, latitude, longitude, meanCelsius, swingCelsius };
}
