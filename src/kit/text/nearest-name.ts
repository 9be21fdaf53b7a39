import { distance } from 'fastest-levenshtein';

/** Most letters that a typing error adds, drops or changes. */
const mostSlips = 2;

/**
 * The known name that was most likely meant: the same letters in another style (`dryRun` for `dry_run`),
 * else the nearest one within a slip or two, if more than half is right.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(given);
  const same = known.find((name) => isOtherStyle(given, name));
  if (same !== undefined) return same;
  const near = known
    .map((name) => ({ name, slips: slipsBetween(letters, lettersOf(name)) }))
    .filter(
      ({ name, slips }) => slips <= mostSlips && slips * 2 < Math.max(name.length, given.length),
    )
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.name;
}

/** True if two names have the same letters, in another case or with other separators. */
export function isOtherStyle(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other);
}

function lettersOf(name: string): string {
  return name.replaceAll(/[_\s-]/g, '').toLowerCase();
}

/** Names of very different lengths are not compared: a sender may make one long. */
function slipsBetween(given: string, known: string): number {
  const apart = Math.abs(given.length - known.length);
  if (apart > mostSlips) return apart;
  return haveChangedPlaces(given, known) ? halfASlip : distance(given, known);
}

/** All letters are right, which is nearer than a wrong one. */
const halfASlip = 0.5;

/** True if two adjacent letters have changed places, and all others are the same. */
function haveChangedPlaces(given: string, known: string): boolean {
  if (given.length !== known.length) return false;
  const at = [...given].findIndex((letter, index) => letter !== known[index]);
  const swapped = `${given[at + 1]}${given[at]}`;
  return at >= 0 && known === given.slice(0, at) + swapped + given.slice(at + 2);
}
