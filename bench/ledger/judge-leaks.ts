import { minuteMs } from '../../src/kit/time/units.ts';
import { findLeaks } from '../../src/water/insights/leaks/find-leaks.ts';
import { median } from '../lib/figures.ts';
import { day } from './clock.ts';
import { type Morning, passMornings } from './leak-mornings.ts';
import { generateTank, type TankTruth } from './tank-truth.ts';

/** Raised leaks, of tanks of one noise or of all. */
export type LeakFigures = {
  /** From which confidence on; undefined where as the program has it. */
  leastConfidence: number | undefined;
  noise: number | 'all';
  intervalMinutes: number | 'all';
  /** Tanks that leak, and those of them raised within four nights of its begin, within ten, and ever. */
  leaking: number;
  withinFour: number;
  withinTen: number;
  ever: number;
  /** Nights, from midnight on, until it was raised; Infinity where it never was. */
  medianNights: number;
  /** Median of the raised ones, percent of capacity a day: the truth is 2. */
  medianPercent: number;
  /** False leaks, in so many years of tanks without a leak. */
  falseLeaks: number;
  years: number;
};

export type JudgeLeaksOptions = {
  seeds: readonly number[];
  tanks: number;
  days: number;
  /** Share of tanks that leak; 0 for false leaks alone. */
  leaks: number;
  /** Confidences from which a leak is raised; the program's own unless stated. */
  leastConfidences?: readonly (number | undefined)[];
};

/** Days within which another one is the same false leak. */
const sameWithin = 7;

/** Leaks as the dashboard would have shown them each morning at seven, of tanks whose truth is known. */
export function judgeLeaks(options: JudgeLeaksOptions): LeakFigures[] {
  const { seeds, tanks, days, leaks, leastConfidences = [undefined] } = options;
  const judged = seeds.flatMap((seed) =>
    Array.from({ length: tanks }, (_, index) => {
      // Midnight of Nairobi.
      const start = Date.UTC(2026, 7, 31, 21);
      const tank = generateTank({ seed, index, days, start, leaks });
      const mornings = passMornings({ ...tank, start, days });
      return leastConfidences.map((least) => judgeTank(tank, mornings, least));
    }),
  );
  return leastConfidences.flatMap((leastConfidence, at) => {
    const outcomes = judged.flatMap((each) => each[at] ?? []);
    return groups.map((group) => ({
      leastConfidence,
      ...group,
      ...sumUp(outcomes.filter(({ tank }) => isOf(group, tank))),
    }));
  });
}

type Group = Pick<LeakFigures, 'noise' | 'intervalMinutes'>;

const groups: Group[] = [
  ...[0, 0.3, 1].flatMap((noise) => [
    ...[1, 5, 15].map((intervalMinutes) => ({ noise, intervalMinutes })),
    { noise, intervalMinutes: 'all' as const },
  ]),
  { noise: 'all', intervalMinutes: 'all' },
];

function isOf({ noise, intervalMinutes }: Group, tank: TankTruth): boolean {
  return (
    (noise === 'all' || tank.noise === noise) &&
    (intervalMinutes === 'all' || tank.intervalMs === intervalMinutes * minuteMs)
  );
}

type Outcome = {
  tank: TankTruth;
  nights: number | undefined;
  percent: number | undefined;
  falseLeaks: number;
  years: number;
};

function judgeTank(
  tank: TankTruth,
  mornings: readonly Morning[],
  least: number | undefined,
): Outcome {
  const { start } = tank.days[0] ?? { start: 0 };
  const end = start + tank.days.length * day;
  const leakFrom = tank.leakFrom ?? Number.POSITIVE_INFINITY;
  const years = (Math.min(end, leakFrom) - start) / (365 * day);
  return { tank, ...judgeMornings(mornings, leakFrom, least), years };
}

/**
 * What is raised on mornings of a tank whose leak begins at an instant, Infinity where it has none: the nights until
 * it was raised, its percent a day, and leaks that were raised before it began.
 */
export function judgeMornings(
  mornings: readonly Morning[],
  leakFrom: number,
  least?: number,
): { nights: number | undefined; percent: number | undefined; falseLeaks: number } {
  let isTold = false;
  let lastFalse = Number.NEGATIVE_INFINITY;
  let falseLeaks = 0;
  let raised: { nights: number; percent: number } | undefined;
  for (const { midnight, now, ...evidence } of mornings) {
    const [found] = findLeaks(evidence, least).leaks;
    if (found && !isTold) {
      if (now < leakFrom) {
        if (now - lastFalse > sameWithin * day) falseLeaks += 1;
        lastFalse = now;
      } else {
        const nights = 1 + Math.floor((midnight - leakFrom) / day);
        raised ??= { nights, percent: found.percentPerDay };
      }
    }
    isTold = found !== undefined;
  }
  return { nights: raised?.nights, percent: raised?.percent, falseLeaks };
}

function sumUp(outcomes: readonly Outcome[]): Omit<LeakFigures, keyof Group | 'leastConfidence'> {
  const leaking = outcomes.filter(({ tank }) => tank.leakFrom !== undefined);
  const nights = leaking.map((each) => each.nights ?? Number.POSITIVE_INFINITY);
  const within = (most: number) => nights.filter((each) => each <= most).length;
  return {
    leaking: leaking.length,
    withinFour: within(4),
    withinTen: within(10),
    ever: within(Number.MAX_VALUE),
    medianNights: median(nights),
    medianPercent: median(leaking.flatMap(({ percent }) => percent ?? [])),
    falseLeaks: outcomes.reduce((sum, each) => sum + each.falseLeaks, 0),
    years: outcomes.reduce((sum, each) => sum + each.years, 0),
  };
}
