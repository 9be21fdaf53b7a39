import { randomOf } from '../../helpers/water/seeded.ts';

export { normal } from '../../helpers/water/seeded.ts';

/** Numbers in [0, 1). */
export type Random = () => number;

/** Dice of their own for each part of a world, so that a change of one moves no other. */
export function diceOf(seed: number, name: string): Random {
  let hash = 2_166_136_261;
  for (const letter of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  return randomOf(hash);
}
