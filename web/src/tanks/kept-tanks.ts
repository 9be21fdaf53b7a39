import type { Tank } from '../api/operations.ts';

export type KnownTanks = {
  tanks: Tank[];
  /** When the server said so, epoch ms. */
  asOf: number;
  /** Devices of the whole list, where `tanks` is only the part of it that was stored. */
  all?: number;
};

/** Tanks in the stored list: more would exceed what browsers store; a phone's owner has fewer. */
const mostKept = 100;

/** Returns the list as it is stored: of a long one the first, and how many there are. */
export function cutToKeep(known: KnownTanks): KnownTanks {
  const { tanks } = known;
  if (tanks.length <= mostKept) return known;
  return { ...known, tanks: tanks.slice(0, mostKept), all: known.all ?? tanks.length };
}

/** How much of the list is there, in devices, while it is a part; undefined once it is whole. */
export function partOf(known: KnownTanks | undefined): { shown: number; all: number } | undefined {
  if (known?.all === undefined) return undefined;
  return { shown: known.tanks.length, all: known.all };
}
