import type { UnknownPlaceholder } from '../text/placeholders.ts';

export type PlaceholderCount = UnknownPlaceholder & {
  /** Texts that have it, and the first of them. */
  count: number;
  index: number;
};

export type PlaceholderTally = {
  add: (unknown: readonly UnknownPlaceholder[], index: number) => void;
  found: () => PlaceholderCount[];
};

/** Different placeholders that are listed. */
const mostListed = 100;

/** Counts the texts that have something in braces which stands for nothing. */
export function createPlaceholderTally(): PlaceholderTally {
  const counts = new Map<string, PlaceholderCount>();
  return {
    add(unknown, index) {
      for (const each of unknown) {
        const counted = counts.get(each.placeholder);
        if (counted) counted.count += 1;
        else if (counts.size < mostListed)
          counts.set(each.placeholder, { ...each, count: 1, index });
      }
    },
    found: () => [...counts.values()],
  };
}
