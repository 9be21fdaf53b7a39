import { readingFields } from '../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../src/kit/time/hour.ts';
import type { LeakEvidence } from '../../src/water/insights/leaks/find-leaks.ts';
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
import { day, hour } from './clock.ts';

const windowMs = 28 * day;
const { good } = readingFields.quality.words;

/** Data of a tank on the morning after a midnight. */
export type Morning = LeakEvidence & { midnight: number; now: number };

/** What a tank sends, from a midnight on. */
export type MeasuredTank = {
  start: number;
  days: number;
  /** Litres. */
  capacity: number;
  readings: readonly { at: number; level: number }[];
};

/** Evidence of leaks each morning at seven, as the program would have had it. */
export function passMornings(tank: MeasuredTank): Morning[] {
  const { start } = tank;
  const { hours, refills, quarterHours } = rollUp(tank);
  const nights: JudgedNight[] = [];
  return Array.from({ length: tank.days - 1 }, (_, index) => {
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

type Ledger = { hours: LeakHour[]; refills: Span[]; quarterHours: Map<number, QuarterHour> };

function rollUp(tank: MeasuredTank): Ledger {
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
