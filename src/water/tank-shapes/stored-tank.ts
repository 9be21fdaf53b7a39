import { LRUCache } from 'lru-cache';
import { type OpenTank, openTank, type Tank } from './tank.ts';

/** Tanks that are kept open; about 1 KB each. */
const mostKept = 5_000;

const opened = new LRUCache<string, OpenTank>({ max: mostKept });

/** A tank as a configuration stores it. */
export function readTank(text: string): Tank {
  return JSON.parse(text) as Tank;
}

/** The tank of a configuration, opened once and then kept: readings ask for it again and again. */
export function openStoredTank(text: string): OpenTank {
  let tank = opened.get(text);
  if (!tank) {
    tank = openTank(readTank(text));
    opened.set(text, tank);
  }
  return tank;
}
