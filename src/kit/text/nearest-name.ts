import { distance } from 'fastest-levenshtein';

/** Letters that a slip of the fingers adds, drops or changes; two that changed places are two. */
const usualSlips = 2;

/**
 * The known name that somebody most likely meant: the same letters in another style (`dryRun` for
 * `dry_run`), else the nearest one by a slip or two, as long as more than half is right.
 */
export function nearestName(
  given: string,
  known: readonly string[],
  mostSlips = usualSlips,
): string | undefined {
  const letters = lettersOf(given);
  const same = known.find((name) => lettersOf(name) === letters);
  if (same !== undefined) return same;
  const near = known
    .map((name) => ({ name, slips: slipsBetween(letters, lettersOf(name)) }))
    .filter(
      ({ name, slips }) => slips <= mostSlips && slips * 2 < Math.max(name.length, given.length),
    )
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.name;
}

function lettersOf(name: string): string {
  return name.replaceAll(/[_\s-]/g, '').toLowerCase();
}

/** Names whose lengths alone are too far apart are not compared: whoever sends one may make it long. */
function slipsBetween(given: string, known: string): number {
  const apart = Math.abs(given.length - known.length);
  return apart > usualSlips ? apart : distance(given, known);
}
