import { isOtherStyle, nearestName } from '../kit/text/nearest-name.ts';

/** A variable that is not a setting, and the setting that was most likely meant. */
export type Misspelt = { name: string; meant: string };

/**
 * Shorter names are like too many others: of these only another style of the same letters counts, such as
 * `port` for `PORT`.
 */
const leastLetters = 7;

/**
 * Finds variables that are a slip away from a setting. An environment is full of foreign names, so all
 * others are ignored.
 */
export function findMisspelt(
  variables: Record<string, string | undefined>,
  known: readonly string[],
): Misspelt[] {
  return Object.keys(variables).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = nearestName(name, known);
    if (meant === undefined) return [];
    return isOtherStyle(name, meant) || meant.length >= leastLetters ? [{ name, meant }] : [];
  });
}
