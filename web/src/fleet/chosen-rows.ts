import type { TankLine } from '../tank-view/tank-lines.ts';

/** The keys of the lines that are chosen. */
export type Chosen = ReadonlySet<string>;

/** A line that was chosen before its device had a sensor stays so when it gets one. */
export function isChosen(chosen: Chosen, { key, tank }: TankLine): boolean {
  return chosen.has(key) || chosen.has(tank.device_id);
}

export function withChosen(before: Chosen, rows: readonly TankLine[], isWanted: boolean): Chosen {
  const after = new Set(before);
  for (const { key, tank } of rows) {
    if (isWanted) after.add(key);
    else for (const each of [key, tank.device_id]) after.delete(each);
  }
  return after;
}
