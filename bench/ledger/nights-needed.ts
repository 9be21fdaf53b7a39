import {
  findNightFlow,
  type JudgedNight,
  judgeNight,
} from '../../src/water/insights/leaks/night-flow.ts';
import { windowOf } from '../../src/water/insights/leaks/read-nights.ts';
import { median } from '../lib/figures.ts';
import { day } from './clock.ts';
import { createRandom, normal, type Random } from './random.ts';

/** Nights before a leak, and after its begin at most. */
const [nightsBefore, mostNights] = [14, 34];
/** Draws in a night, and percent of capacity of one on average. */
const draws = [0, 2, 6];
const drawn = 0.5;
const noises = [0.3, 0.6, 1, 2];
const leaks = [2, 3, 5];
const told = 0.55;
const certain = 0.7;

/**
 * Nights until a leak is told, by its size, the noise of readings each five minutes, and how often people draw at
 * night: the median and the most of so many courses.
 */
export function reportNightsNeeded({ seed, courses }: { seed: number; courses: number }): void {
  console.log('draws a night, noise, percent a day: nights until told, median and most');
  for (const drawsANight of draws) {
    for (const noise of noises) {
      for (const leak of leaks) {
        const needed = Array.from({ length: courses }, (_, course) =>
          nightsNeeded(createRandom(seed, course, 'nights'), { drawsANight, noise, leak }),
        );
        const figures = `${median(needed)}, ${Math.max(...needed)}`;
        console.log(`  ${drawsANight}, ${noise} %, ${leak} %: ${figures}`);
      }
    }
  }
}

type Course = { drawsANight: number; noise: number; leak: number };

/** Nights until a leak is told; Infinity where it is not within the time. */
function nightsNeeded(random: Random, course: Course): number {
  const nights: JudgedNight[] = [];
  let wasTold = false;
  for (let night = -nightsBefore; night < mostNights; night += 1) {
    nights.push(passNight(random, night, course));
    if (night < 0) continue;
    const shown = nights.slice(-windowOf(nights.map((each) => each.night)) / day);
    const confidence = findNightFlow(shown)?.confidence ?? 0;
    if (confidence >= certain || (confidence >= told && wasTold)) return night + 1;
    wasTold = confidence >= told;
  }
  return Number.POSITIVE_INFINITY;
}

/** Quarters of an hour from nine to six; people draw three times as often before eleven and after four. */
function passNight(
  random: Random,
  night: number,
  { drawsANight, noise, leak }: Course,
): JudgedNight {
  let level = 70;
  const deviation = noise / Math.sqrt(3);
  const stretch = Array.from({ length: 36 }, (_, quarter) => {
    const at = -3 + (quarter + 0.5) / 4;
    const isBusy = at < -1 || at > 4;
    if (night >= 0) level -= leak / 96;
    if (random() < (drawsANight / 68) * (isBusy ? 3 : 1)) level += drawn * Math.log(1 - random());
    const known = level + deviation * normal(random);
    return { at, level: known, deviation: Math.hypot(deviation, 0.012) };
  });
  return judgeNight({ midnight: night * day, stretches: [stretch], rounding: 0 });
}
