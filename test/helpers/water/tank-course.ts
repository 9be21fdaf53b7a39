import { createRandom, gaussian } from '../../../src/simulator/random.ts';

type Course = {
  start: number;
  hours: number;
  everyMs: number;
  /** Standard deviation of the sensor, in percent. */
  noise?: number;
  seed?: number;
  /** So many times as long as `falling` and `filling` say. */
  slowness?: number;
};

/** Hours in which the tank falls from `full` to `empty`, and in which it is filled again. */
const falling = 6;
const filling = 1;
const [full, empty] = [85, 35];

/** The true level of a tank that is drawn from steadily and filled again and again. */
function trueLevel(hour: number): number {
  const at = hour % (falling + filling);
  if (at < falling) return full - ((full - empty) * at) / falling;
  return empty + ((full - empty) * (at - falling)) / filling;
}

/** Readings of the sensor of such a tank, in the order of time. */
export function tankCourse({ start, hours, everyMs, noise = 0, seed = 1, slowness = 1 }: Course) {
  const random = createRandom(seed, 'sensor');
  const count = Math.floor((hours * 3_600_000) / everyMs);
  return Array.from({ length: count }, (_, index) => {
    const level = trueLevel((index * everyMs) / 3_600_000 / slowness) + noise * gaussian(random);
    return { at: start + index * everyMs, level: Math.round(level * 100) / 100 };
  });
}
