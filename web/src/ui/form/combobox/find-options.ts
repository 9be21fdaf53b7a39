/** A choice of a select: what it stands for, what it is called, and what else it is found by. */
export type Option = readonly [value: string, text: string, more?: OptionDetail];

export type OptionDetail = {
  /** Printed on the hardware, such as a MAC: shown beside the name and searched. */
  mark?: string;
  /** Where it stands: it is found by the name of the nearest town. */
  at?: { latitude: number; longitude: number } | null;
};

/** A choice as it is searched. */
export type Entry = { value: string; text: string; mark: string; place: string; folded: string };

/** Most choices that are shown at once: more are found by typing on. */
export const mostShown = 50;

/** @param placeOf names the place of a choice; undefined while place names are not loaded. */
export function toEntries(
  options: readonly Option[],
  placeOf: ((at: { latitude: number; longitude: number }) => string) | undefined,
): Entry[] {
  return options.map(([value, text, { mark = '', at = null } = {}]) => {
    const place = at && placeOf ? placeOf(at) : '';
    // A MAC is found with and without its colons.
    const folded = fold(`${text} ${mark} ${mark.replace(/[^\p{L}\p{N}]/gu, '')} ${place}`);
    return { value, text, mark: mark === text ? '' : mark, place, folded };
  });
}

export type Found = { shown: Entry[]; total: number };

/**
 * Finds the choices that have every word of a search, in their order, without regard to case and
 * diacritics. Without a search it is all of them, and the chosen one is among the shown.
 */
export function findOptions(entries: readonly Entry[], search: string, chosen: string): Found {
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  const fitting =
    wanted.length === 0
      ? entries
      : entries.filter(({ folded }) => wanted.every((word) => folded.includes(word)));
  const shown = fitting.slice(0, mostShown);
  const isBeyond = wanted.length === 0 && !shown.some(({ value }) => value === chosen);
  const own = isBeyond ? entries.find(({ value }) => value === chosen) : undefined;
  return { shown: own ? [own, ...shown.slice(0, -1)] : shown, total: fitting.length };
}

/** Text without case and diacritics: "Máji" is found by "maji". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
