import { hash } from 'node:crypto';
import { randomExponential, randomLcg, randomNormal, randomPoisson } from 'd3-random';

/** A source of numbers in [0, 1): the only randomness of the simulator. */
export type Random = () => number;

/**
 * A repeatable source, seeded by a seed and a path of labels. Each device and purpose has its own, so one
 * does not depend on how often another draws.
 */
export function createRandom(seed: number, ...path: readonly (number | string)[]): Random {
  return randomLcg(hashOf([seed, ...path].join('/')));
}

/** A 32-bit hash of a text, the same on every machine. */
export function hashOf(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32LE();
}

export function uniform(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** One of the items, each as likely as the others; a list without items is a RangeError. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('pick: nothing to pick from');
  return item;
}

/** A normally distributed number with mean 0 and deviation 1. */
export function gaussian(random: Random): number {
  return randomNormal.source(random)()();
}

/** A waiting time with the given mean, in the mean's unit. */
export function exponential(random: Random, mean: number): number {
  return randomExponential.source(random)(1 / mean)();
}

/** Number of events where `mean` are expected (Poisson). */
export function poisson(random: Random, mean: number): number {
  return randomPoisson.source(random)(mean)();
}
