import { median, quantile } from '../lib/figures.ts';
import type { TankTruth } from './tank-truth.ts';

/** Litres of a day, and the range of the consumption, right 9 times of 10, where it is given. */
type DayTold = { consumed: number; refilled: number; low?: number; high?: number };

/** Claims about a tank: litres of each of its days, and its refills where given. */
export type Account = {
  days: DayTold[];
  refills?: { begin: number; end: number; litres: number }[];
};

/** Errors in percent of the truth. */
export type Verdict = {
  /** Of each day of each tank. */
  days: number[];
  /** Of each tank's whole course: what was consumed, and what came in. */
  consumed: number[];
  refilled: number[];
  refills: { true: number; found: number; invented: number };
  /** Days with a range, and those whose truth is in it. */
  ranges: { told: number; right: number };
};

/** Days of less use than this share of the capacity are judged by a share of the capacity. */
const smallDay = 0.02;
const smallDayError = 0.005;
/** Refills below this share of the capacity need not be found. */
const leastRefill = 0.03;

export function judge(tanks: readonly TankTruth[], accounts: readonly Account[]): Verdict {
  const verdict: Verdict = {
    days: [],
    consumed: [],
    refilled: [],
    refills: { true: 0, found: 0, invented: 0 },
    ranges: { told: 0, right: 0 },
  };
  tanks.forEach((tank, index) => {
    const account = accounts[index] as Account;
    tank.days.forEach((day, at) => {
      const told = account.days[at];
      verdict.days.push(errorOfDay(tank, day.consumed, told?.consumed ?? 0));
      if (told?.low === undefined || told.high === undefined) return;
      verdict.ranges.told += 1;
      if (day.consumed >= told.low && day.consumed <= told.high) verdict.ranges.right += 1;
    });
    for (const kind of ['consumed', 'refilled'] as const) {
      const truth = sumOf(tank.days, kind);
      if (truth > 0) verdict[kind].push(percentOff(truth, sumOf(account.days, kind)));
    }
    judgeRefills(tank, account, verdict.refills);
  });
  return verdict;
}

/** The figures of a verdict, in the order of `columns`. */
export function figuresOf({ days, consumed, refilled, refills, ranges }: Verdict): string[] {
  const percents = [
    median(days),
    quantile(days, 0.9),
    median(consumed),
    quantile(consumed, 0.9),
    median(refilled),
  ];
  return [
    ...percents.map((percent) => `${percent.toFixed(1)} %`),
    refills.true > 0 ? `${refills.found} of ${refills.true}` : '-',
    refills.true > 0 ? String(refills.invented) : '-',
    ranges.told > 0 ? `${((100 * ranges.right) / ranges.told).toFixed(0)} %` : '-',
  ];
}

export const columns = [
  'day',
  'day p90',
  '30 days',
  'p90',
  'refilled',
  'refills found',
  'invented',
  'in range',
] as const;

function errorOfDay({ capacity }: TankTruth, truth: number, told: number): number {
  const error = Math.abs(told - truth);
  if (truth >= smallDay * capacity) return percentOff(truth, told);
  return error <= smallDayError * capacity ? 0 : (100 * error) / (smallDay * capacity);
}

function percentOff(truth: number, told: number): number {
  return (100 * Math.abs(told - truth)) / truth;
}

function sumOf(
  days: readonly Pick<DayTold, 'consumed' | 'refilled'>[],
  kind: 'consumed' | 'refilled',
): number {
  return days.reduce((sum, day) => sum + day[kind], 0);
}

/** A refill is found if a claimed one overlaps it, give or take three readings. */
function judgeRefills(tank: TankTruth, account: Account, counts: Verdict['refills']): void {
  const told = account.refills;
  if (!told) return;
  const slack = 3 * tank.intervalMs;
  const overlaps = (a: { begin: number; end: number }, b: { begin: number; end: number }) =>
    a.begin < b.end + slack && a.end > b.begin - slack;
  for (const refill of tank.refills) {
    if (refill.litres < leastRefill * tank.capacity) continue;
    counts.true += 1;
    if (told.some((each) => overlaps(each, refill))) counts.found += 1;
  }
  counts.invented += told.filter(
    (each) => !tank.refills.some((refill) => overlaps(each, refill)),
  ).length;
}
