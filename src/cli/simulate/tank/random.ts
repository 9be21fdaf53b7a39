/** A source of numbers in [0, 1): the only randomness the simulator knows. */
export type Random = () => number;

/**
 * A repeatable source (sfc32 by Chris Doty-Humphrey, 128 bits of state) grown from a seed and a
 * path of labels. Each device and each purpose has a path of its own, so a device's life depends
 * neither on the size of the fleet nor on how often another purpose (a retry, say) draws.
 */
export function createRandom(seed: number, ...path: readonly (number | string)[]): Random {
  let a = hashOf(`${seed}/${path.join('/')}`, 0x9e3779b9);
  let b = hashOf(`${seed}/${path.join('/')}`, 0x243f6a88);
  let c = hashOf(`${seed}/${path.join('/')}`, 0xb7e15162);
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 2 ** 32;
  };
  // The author's advice: the first outputs still show the seed.
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** A 32-bit hash of a text (FNV-1a with a murmur3 finish), the same on every machine. */
export function hashOf(text: string, basis = 0x811c9dc5): number {
  let hash = basis;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number in [low, high). */
export function uniform(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** One of the items, each as likely as the others; a list without items is a RangeError. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('pick: nothing to pick from');
  return item;
}

/** A normally distributed number with mean 0 and deviation 1 (Box and Muller). */
export function gaussian(random: Random): number {
  // 1 - x lies in (0, 1], so the logarithm is finite.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** A waiting time with the given mean, in the mean's unit. */
export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random());
}

/**
 * How many events happen where `mean` are expected (Poisson, by Knuth's product of uniforms;
 * above 30 by its normal approximation, since the product takes as many draws as events).
 */
export function poisson(random: Random, mean: number): number {
  if (mean <= 0) return 0;
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(random)));
  const limit = Math.exp(-mean);
  let events = 0;
  for (let product = random(); product > limit; product *= random()) events += 1;
  return events;
}
