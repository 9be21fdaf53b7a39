import type { Tank } from '../api/operations.ts';

export type KnownTanks = {
  tanks: Tank[];
  /** When the server said so, epoch ms. */
  asOf: number;
  /** Devices of the whole list, where `tanks` may be the stored part of it; null where nobody knows how many. */
  all?: number | null;
};

/** Tanks in the stored list: more would exceed what browsers store; a phone's owner has fewer. */
const mostKept = 100;

/** Returns the list as it is stored: of a long one the first, and how many there are. */
export function cutToKeep(known: KnownTanks): KnownTanks {
  const { tanks } = known;
  if (tanks.length < mostKept) return known;
  const all = known.all === undefined ? tanks.length : known.all;
  return { ...known, tanks: tanks.slice(0, mostKept), all };
}

/** Returns a stored list: one that is full and does not say of how many may be a part. */
export function fromKept(kept: KnownTanks | undefined): KnownTanks | undefined {
  if (kept?.tanks.length !== mostKept || kept.all !== undefined) return kept;
  return { ...kept, all: null };
}

/** How much of the list is there, in devices, while it may be a part; undefined once it is whole. */
export function partOf(
  known: KnownTanks | undefined,
): { shown: number; all: number | null } | undefined {
  if (known?.all === undefined || known.all === known.tanks.length) return undefined;
  return { shown: known.tanks.length, all: known.all };
}
