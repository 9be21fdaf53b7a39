import type { NightLevel, Stretch } from './night.ts';
import type { Sensor } from './sensor.ts';

/** Noise of hours that is not so many times what quarters of an hour have is the same noise, not known so well. */
const surelyLasting = 1.3;
/** Changes from hour to hour fewer than these, of three nights, tell nothing. */
const leastChanges = 60;
/** Quarters of an hour in a mean, and from one mean to the other with which it is compared. */
const inMean = 4;
const apart = 8;
/** Hours that they are apart at most. */
const mostApart = 2.25;

/**
 * The sensor as nights show it. A board with a mean of its own over an hour, or that holds a value for half of one, is
 * off by the same in quarter after quarter: of these together a night knows no more than of a few readings. Its
 * noise is then what makes means of hours as noisy as they are, if each quarter were off for itself.
 * @param stretches of nights, of whatever deviation.
 */
export function learnFromNights(sensor: Sensor, stretches: readonly Stretch[]): Sensor {
  const ofHours = noiseOfHours(stretches);
  const known = sensor.lasting;
  if (known === undefined || ofHours === undefined) return sensor;
  return ofHours > surelyLasting * known ? { ...sensor, lasting: ofHours } : sensor;
}

/** Of the changes between means of hours those above the middle are looked at: uses and leaks lower the level. */
function noiseOfHours(stretches: readonly Stretch[]): number | undefined {
  const changes = stretches.flatMap(changesOf).sort((a, b) => a - b);
  if (changes.length < leastChanges) return undefined;
  const at = (share: number) => changes[Math.floor(share * changes.length)] ?? 0;
  // 0.8416 deviations of the change between two means.
  return ((at(0.8) - at(0.5)) / 0.8416 / Math.SQRT2) * Math.sqrt(inMean);
}

function changesOf(stretch: Stretch): number[] {
  const means = stretch
    .slice(0, 1 - inMean)
    .map((_, from) => meanOf(stretch.slice(from, from + inMean)));
  return means.slice(apart).flatMap(({ at, level }, from) => {
    const before = means[from];
    // Where quarters are missing the two lie further apart.
    return before && at - before.at <= mostApart ? [level - before.level] : [];
  });
}

function meanOf(levels: readonly NightLevel[]): { at: number; level: number } {
  const sum = (key: 'at' | 'level') => levels.reduce((sum, each) => sum + each[key], 0);
  return { at: sum('at') / levels.length, level: sum('level') / levels.length };
}
