import { readingFields } from '../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../src/kit/time/hour.ts';
import { minuteMs } from '../../src/kit/time/units.ts';
import { findLeaks, type LeakEvidence } from '../../src/water/insights/leaks/find-leaks.ts';
import type { LeakHour } from '../../src/water/insights/leaks/leak-hour.ts';
import {
  type QuarterHour,
  quarterHourMs,
  readNight,
  type Span,
} from '../../src/water/insights/leaks/night.ts';
import { type JudgedNight, judgeNight } from '../../src/water/insights/leaks/night-flow.ts';
import { learnSensor } from '../../src/water/insights/leaks/sensor.ts';
import { type MeasuredRow, rollUpHour } from '../../src/water/record/rollups/rollup.ts';
import { median } from '../lib/figures.ts';
import { day, hour } from './clock.ts';
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

const windowMs = 28 * day;
/** Days within which another one is the same false leak. */
const sameWithin = 7;
const { good } = readingFields.quality.words;

/** Leaks as the dashboard would have shown them each morning at seven, of tanks whose truth is known. */
export function judgeLeaks(options: JudgeLeaksOptions): LeakFigures[] {
  const { seeds, tanks, days, leaks, leastConfidences = [undefined] } = options;
  const judged = seeds.flatMap((seed) =>
    Array.from({ length: tanks }, (_, index) => {
      // Midnight of Nairobi.
      const start = Date.UTC(2026, 7, 31, 21);
      const tank = generateTank({ seed, index, days, start, leaks });
      const mornings = passMornings(tank);
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

/** Data of a tank on the morning after a midnight. */
type Morning = LeakEvidence & { midnight: number; now: number };

function passMornings(tank: TankTruth): Morning[] {
  const { start } = tank.days[0] ?? { start: 0 };
  const { hours, refills, quarterHours } = rollUp(tank);
  const nights: JudgedNight[] = [];
  return tank.days.slice(1).map((_, index) => {
    const midnight = start + (index + 1) * day;
    const now = midnight + 7 * hour;
    const known = hours.filter((each) => each.hour < now && each.hour >= now - windowMs);
    const ended = refills.filter(({ until }) => until < now);
    const night = readNight(midnight, quarterHours, ended, learnSensor(known, quarterHours));
    if (night) nights.push(judgeNight(night));
    const recent = nights.filter((each) => each.midnight > now - windowMs);
    return { midnight, now, nights: recent, hours: known, refills: ended };
  });
}

function judgeTank(
  tank: TankTruth,
  mornings: readonly Morning[],
  least: number | undefined,
): Outcome {
  const { start } = tank.days[0] ?? { start: 0 };
  const leakFrom = tank.leakFrom ?? Number.POSITIVE_INFINITY;
  let isTold = false;
  let lastFalse = Number.NEGATIVE_INFINITY;
  const outcome = { tank, nights: undefined, percent: undefined, falseLeaks: 0 } as Outcome;
  for (const { midnight, now, ...evidence } of mornings) {
    const [found] = findLeaks(evidence, least).leaks;
    if (found && !isTold) {
      if (now < leakFrom) {
        if (now - lastFalse > sameWithin * day) outcome.falseLeaks += 1;
        lastFalse = now;
      } else if (outcome.nights === undefined) {
        outcome.nights = 1 + Math.floor((midnight - leakFrom) / day);
        outcome.percent = found.percentPerDay;
      }
    }
    isTold = found !== undefined;
  }
  const end = start + tank.days.length * day;
  return { ...outcome, years: (Math.min(end, leakFrom) - start) / (365 * day) };
}

type Ledger = { hours: LeakHour[]; refills: Span[]; quarterHours: Map<number, QuarterHour> };

function rollUp(tank: TankTruth): Ledger {
  const rows = tank.readings
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, level }) => ({
      device_id: 1,
      sensor_no: 1,
      recorded_at: at,
      level,
      volume: (level * tank.capacity) / 100,
      source: 0,
    }));
  const hours: LeakHour[] = [];
  const refills: Span[] = [];
  const believed: MeasuredRow[] = [];
  let tracker: string | undefined;
  for (const own of Map.groupBy(rows, ({ recorded_at }) => hourOf(recorded_at)).values()) {
    const rolledUp = rollUpHour(own, tracker);
    if (!rolledUp) continue;
    tracker = rolledUp.rollup.tracker;
    hours.push(rolledUp.rollup);
    for (const { begun_at, ended_at } of rolledUp.refills) {
      refills.push({ from: begun_at, until: ended_at });
    }
    believed.push(...own.filter((_, at) => rolledUp.beliefs[at]?.quality === good));
  }
  const quarters = Map.groupBy(
    believed,
    ({ recorded_at }) => recorded_at - (recorded_at % quarterHourMs),
  );
  const quarterHours = new Map([...quarters].map(([begin, own]) => [begin, meanOf(own)]));
  return { hours, refills, quarterHours };
}

function meanOf(rows: readonly MeasuredRow[]): QuarterHour {
  const count = rows.length;
  return {
    at: rows.reduce((sum, { recorded_at }) => sum + recorded_at, 0) / count,
    level: rows.reduce((sum, { level }) => sum + level, 0) / count,
    count,
  };
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
