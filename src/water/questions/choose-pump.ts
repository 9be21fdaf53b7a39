import { findTanks } from './find-tank.ts';
import type { Tank } from './tanks.ts';
import type { Answer } from './wording/answer.ts';

type PumpQuestion = { command: 'on' | 'off'; tank: string | undefined };

/** Chooses the one tank whose pump is meant, or the answer where that is not clear. */
export function choosePump(
  tanks: readonly Tank[],
  { command, tank: name }: PumpQuestion,
): { tank: Tank } | { answer: Answer } {
  if (tanks.length === 0) return { answer: { kind: 'no_tanks' } };
  const named = name === undefined ? operableOf(tanks) : findTanks(tanks, name);
  const meant = mostLikely(named, name === undefined && command === 'off');
  const [tank] = meant;
  if (!tank) return { answer: { kind: 'unknown_tank', name: name ?? '' } };
  if (meant.length > 1) {
    return { answer: { kind: 'which', command, names: meant.map(({ label }) => label) } };
  }
  return tank.isOperable ? { tank } : { answer: { kind: 'not_allowed', name: tank.label } };
}

/** Returns the tanks whose pump the person may switch; without any, one, so that the answer says so. */
function operableOf(tanks: readonly Tank[]): readonly Tank[] {
  const operable = tanks.filter(({ isOperable }) => isOperable);
  return operable.length > 0 ? operable : tanks.slice(0, 1);
}

/** Returns the tanks whose pump runs, where one is to stop; else those with a pump; else all. */
function mostLikely(tanks: readonly Tank[], isToStop: boolean): readonly Tank[] {
  const running = tanks.filter(({ isPumpOn }) => isPumpOn);
  if (isToStop && running.length > 0) return running;
  if (tanks.length < 2) return tanks;
  const pumped = tanks.filter(({ hasPump }) => hasPump);
  return pumped.length > 0 ? pumped : tanks;
}
