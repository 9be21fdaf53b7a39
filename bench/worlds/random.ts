/**
 * Seeded chance. The same text gives the same stream on every machine.
 * The source is sfc32 (Chris Doty-Humphrey, PractRand): good enough for autocorrelation tests, which a
 * 32-bit linear congruential generator is not. The distributions come from d3-random.
 */
import { randomExponential, randomNormal, randomPoisson } from 'd3-random';

export type Chance = {
  /** Uniform in [0, 1). */
  unit(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** Standard normal. */
  normal(): number;
  /** Exponential with this mean. */
  exponential(mean: number): number;
  /** Poisson with this mean. */
  count(mean: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** An index picked with these weights. */
  weighted(weights: readonly number[]): number;
};

/** FNV-1a with four different starts: 128 bits of state from a text. */
function hash(text: string): [number, number, number, number] {
  const state: [number, number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x243f6a88, 0xb7e15162];
  for (let i = 0; i < text.length; i += 1) {
    for (let lane = 0; lane < 4; lane += 1) {
      const mixed = Math.imul(
        (state[lane] as number) ^ (text.charCodeAt(i) + lane * 7),
        0x01000193,
      );
      state[lane] = (mixed ^ (mixed >>> 15)) >>> 0;
    }
  }
  return state;
}

/** The raw stream: numbers uniform in [0, 1) with 32 random bits. */
function sfc32(text: string): () => number {
  let [a, b, c, counter] = hash(text);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 20; i += 1) next();
  return next;
}

/** A stream of chance named by a text such as 'house-pump:3:draws'. */
export function chanceOf(text: string): Chance {
  const unit = sfc32(text);
  const normal = randomNormal.source(unit)(0, 1);
  return {
    unit,
    normal,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    exponential: (mean) => randomExponential.source(unit)(1 / mean)(),
    count: (mean) => (mean > 0 ? randomPoisson.source(unit)(mean)() : 0),
    happens: (probability) => unit() < probability,
    weighted(weights) {
      let left = unit() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return index;
      }
      return weights.length - 1;
    },
  };
}
