/** A stream of numbers from 0 up to 1, the same for the same words it was made from. */
export type Random = () => number;

/**
 * Small Fast Counter of 32 bits (sfc32, Chris Doty-Humphrey, PractRand; public domain). Every use has
 * a stream of its own, named by words ("seed", "tank", "sensor"), so that a tank can be made without
 * those before it and one more draw in its sensor leaves its demand as it was.
 */
export function createRandom(...words: (string | number)[]): Random {
  const name = words.join('/');
  let a = hash(`${name}/a`);
  let b = hash(`${name}/b`);
  let c = hash(`${name}/c`);
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value | 0;
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Even over ratios: as likely between 1 and 2 as between 2 and 4. */
export function betweenRatios(random: Random, low: number, high: number): number {
  return low * (high / low) ** random();
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Standard normal: mean 0, standard deviation 1 (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Mean 1; `sigma` is the standard deviation of the logarithm. */
export function lognormal(random: Random, sigma: number): number {
  return Math.exp(sigma * normal(random) - sigma ** 2 / 2);
}

/** Mean 1; its spread falls as `degrees` of freedom rise. */
export function chiSquare(random: Random, degrees: number): number {
  let sum = 0;
  for (let i = 0; i < degrees; i += 1) sum += normal(random) ** 2;
  return sum / degrees;
}

/** Mean 1: the wait for something that may happen at any time. */
export function exponential(random: Random): number {
  return -Math.log(1 - random());
}

/** Number of events that happen `mean` times on average; near enough normal from 30 up. */
export function poisson(random: Random, mean: number): number {
  if (mean >= 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > floor; product *= random()) count += 1;
  return count;
}

/**
 * The card that falls to `index` when the pack is dealt out whole, shuffled, again and again: shares
 * come out even over few tanks, and a card needs no earlier one to be dealt. `name` tells packs apart.
 */
export function deal<T>(name: string, seed: number, index: number, pack: readonly T[]): T {
  const random = createRandom(seed, 'pack', name, Math.floor(index / pack.length));
  const cards = [...pack];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [cards[last], cards[other]] = [cards[other] as T, cards[last] as T];
  }
  return cards[index % pack.length] as T;
}
