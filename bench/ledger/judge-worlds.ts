import { hourMs } from '../../src/kit/time/units.ts';
import type { Generated, World } from '../worlds/worlds.ts';
import type { Account } from './judge-usage.ts';

/** What is said of some worlds, beside their truth. */
export type WorldsVerdict = {
  /** Percent by which each day of some use is off, all use counted. */
  days: number[];
  /** The same without what no reader of levels can know: see `errorsOfDay`. */
  knowable: number[];
  /** Percent of capacity that an idle tank is said to use a day, one each. */
  idle: number[];
  refills: { true: number; found: number; told: number; invented: number };
  /** Days of which a range is told, and those whose truth lies in it. */
  ranges: { told: number; right: number };
};

export function noVerdict(): WorldsVerdict {
  return {
    days: [],
    knowable: [],
    idle: [],
    refills: { true: 0, found: 0, told: 0, invented: 0 },
    ranges: { told: 0, right: 0 },
  };
}

/** Days of less use than this share of the capacity are of no use: their error is one of the idle. */
const leastUse = 0.02;
/** A refill is told two hours after its end at the latest; one that ends later has not been told yet. */
const untoldMs = 4 * hourMs;
/** Inflow that makes a refill none that was invented, as a share of the capacity. */
const leastInflow = 0.01;
const quarterMs = hourMs / 4;

/** Adds what an account says of a world to some verdicts. */
export function judgeWorld(
  world: World,
  truth: Generated,
  account: Account,
  verdicts: readonly WorldsVerdict[],
): void {
  const { capacityLitres: capacity } = world;
  for (const [at, { litres }] of truth.useByDay.entries()) {
    const { consumed = 0, low, high } = account.days[at] ?? {};
    const hidden = truth.hiddenByDay[at]?.litres ?? 0;
    const isRight = low !== undefined && high !== undefined && litres >= low && litres <= high;
    for (const verdict of verdicts) {
      if (low !== undefined) verdict.ranges.told += 1;
      if (isRight) verdict.ranges.right += 1;
      if (litres < leastUse * capacity) continue;
      const errors = errorsOfDay({ litres, hidden, consumed });
      verdict.days.push(errors.all);
      verdict.knowable.push(errors.knowable);
    }
  }
  const used = truth.useByDay.reduce((sum, { litres }) => sum + litres, 0);
  if (used === 0) {
    const told = account.days.reduce((sum, { consumed }) => sum + consumed, 0);
    for (const { idle } of verdicts) idle.push((100 * told) / world.days / capacity);
  }
  judgeRefills(world, truth, account, verdicts);
}

/**
 * Returns by how many percent a day is off. In a gap between two readings the smaller of what came and what
 * went leaves no trace; to count it or not is no error of the knowable.
 */
export function errorsOfDay({
  litres,
  hidden,
  consumed,
}: {
  litres: number;
  hidden: number;
  consumed: number;
}): { all: number; knowable: number } {
  const off = (100 * (consumed - litres)) / litres;
  const least = (100 * (litres - hidden - consumed)) / litres;
  return { all: Math.abs(off), knowable: Math.max(0, off, least) };
}

type Stretch = { from: number; to: number };

function judgeRefills(
  world: World,
  truth: Generated,
  account: Account,
  verdicts: readonly WorldsVerdict[],
): void {
  const slack = 3 * (world.reportEveryMinutes ?? 60) * 60_000;
  const overlaps = (one: Stretch, other: Stretch) =>
    one.from < other.to + slack && one.to > other.from - slack;
  const heard = truth.readings.map(({ at }) => at - world.clockAheadMs).sort((a, b) => a - b);
  // A refill in a silence is told of the hour before its end: when it began there nobody can know, so it
  // counts from the last reading before. Any other is told from its beginning on.
  const told = (account.refills ?? []).map(({ begin, end }) => {
    return { from: Math.min(begin, lastBefore(heard, Math.min(begin + hourMs, end))), to: end };
  });
  const end = truth.truth.at(-1)?.at ?? 0;
  const due = truth.refills.filter(({ to }) => to < end - untoldMs);
  const found = due.filter((refill) => told.some((each) => overlaps(each, refill))).length;
  const least = leastInflow * world.capacityLitres;
  const invented = told.filter((each) => inflowOf(truth, each, slack) < least).length;
  for (const { refills } of verdicts) {
    refills.true += due.length;
    refills.found += found;
    refills.told += told.length;
    refills.invented += invented;
  }
}

function inflowOf({ truth }: Generated, { from, to }: Stretch, slack: number): number {
  const start = truth[0]?.from ?? 0;
  const first = Math.max(0, Math.floor((from - slack - start) / quarterMs));
  const last = Math.ceil((to + slack - start) / quarterMs);
  return truth
    .slice(first, last)
    .reduce((sum, { litresFilled, litresSpilt }) => sum + litresFilled - litresSpilt, 0);
}

/** The last of some instants before another; the other where there is none. */
function lastBefore(instants: readonly number[], instant: number): number {
  return instants.findLast((each) => each < instant) ?? instant;
}
