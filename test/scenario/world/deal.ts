import { createRandom } from '../../../src/simulator/random.ts';

type Deal = { seed: number; index: number; name: string };

/**
 * The card that falls to `index` when the pack is dealt out whole, shuffled, again and again: shares
 * come out even over few tanks, and a card needs no earlier one to be dealt.
 */
export function deal<T>({ seed, index, name }: Deal, pack: readonly T[]): T {
  const random = createRandom(seed, name, Math.floor(index / pack.length));
  const shuffled = pack
    .map((card) => ({ card, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ card }) => card);
  return shuffled[index % pack.length] as T;
}
