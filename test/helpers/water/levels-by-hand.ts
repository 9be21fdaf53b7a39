import assert from 'node:assert/strict';
import { startOfDay } from '../../../src/kit/time/time-zone.ts';
import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { followReading, startTracker } from '../../../src/water/ledger/tracker.ts';
import { packTracker, unpackTracker } from '../../../src/water/ledger/tracker-text.ts';
import type { reportUsage } from '../../../src/water/reports/level-reports.ts';
import type { SeedReading } from './readings.ts';
import { zones } from './report-worlds.ts';

const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
);
export const dateOf = (at: number, zone: string) => formats.get(zone)?.format(at) ?? '';
export const round = (value: number) => Math.round(value * 100) / 100;

type Range = { start: number; end: number; zone: string };

/** Groups the readings of a range by day and sensor, in the order of a report. */
function byDay(sensors: readonly SeedReading[][], { start, end, zone }: Range) {
  return sensors
    .flatMap((readings, index) => {
      const inside = readings.filter(({ at }) => at >= start && at < end);
      const days = Map.groupBy(inside, ({ at }) => dateOf(at, zone));
      return Array.from(days, ([date, own]) => ({ date, sensor_name: `s${index}`, readings, own }));
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}

export function dailyByHand(sensors: readonly SeedReading[][], range: Range) {
  return byDay(sensors, range).map(({ date, sensor_name, own }) => {
    const levels = own.map(({ level }) => level);
    return {
      date,
      average: round(levels.reduce((sum, level) => sum + level, 0) / levels.length),
      minimum: Math.min(...levels),
      maximum: Math.max(...levels),
      count: levels.length,
      sensor_name,
    };
  });
}

type UsageDay = Awaited<ReturnType<typeof reportUsage>>['days'][number];
type Figures = ReturnType<typeof usageByHand>[number];

/** Compares figures to a hundredth more or less, which depends on the order of a sum. */
export function assertFigures(days: readonly UsageDay[], expected: readonly Figures[]): void {
  const nameOf = ({ date, sensor_name }: Figures) => `${date} ${sensor_name}`;
  assert.deepEqual(days.map(nameOf), expected.map(nameOf));
  days.forEach((day, index) => {
    const figures = expected[index] as Figures;
    for (const name of ['consumed', 'refilled', 'net_change', 'total_volume_change'] as const) {
      const message = `${nameOf(day)}: ${name} is ${day[name]}, not ${figures[name]}`;
      assert.ok(Math.abs(day[name] - figures[name]) < 0.021, message);
    }
  });
}

function measured({ at, level, volume = null }: SeedReading) {
  return { recorded_at: at, level, volume };
}

type Entry = { consumed: number; refilled: number; isOfGap: boolean };

/** Litres until each reading of a sensor, with what a silence used moved to the day that it began in. */
export function usageByHand(sensors: readonly SeedReading[][], range: Range) {
  const moved = sensors.map((readings) => moveSilentUse(readings, range.zone));
  return byDay(sensors, range).map(({ date, sensor_name, readings, own }) => {
    const { entries, moves } = moved[Number(sensor_name.slice(1))] as (typeof moved)[number];
    const sums = { consumed: 0, refilled: 0 };
    for (const reading of own) {
      sums.consumed += entries.get(reading)?.consumed ?? 0;
      sums.refilled += entries.get(reading)?.refilled ?? 0;
    }
    const before = readings[readings.indexOf(own[0] as SeedReading) - 1] ?? own[0];
    let [first, last] = [before?.volume ?? 0, own.at(-1)?.volume ?? 0];
    for (const { heard, ended, litres } of moves) {
      const [isFrom, isTo] = [own.includes(heard), own.includes(ended)];
      if (isFrom === isTo) continue;
      sums.consumed += isFrom ? litres : -litres;
      if (isFrom) last -= litres;
      else first -= litres;
    }
    return {
      date,
      consumed: round(sums.consumed),
      refilled: round(sums.refilled),
      net_change: round(sums.refilled - sums.consumed),
      total_volume_change: round(last - first),
      sensor_name,
    };
  });
}

/**
 * Finds what silences of more than an hour used that is of the day that they began in: all use of an hour
 * that has one reading, and that of its gaps where it has more.
 */
function moveSilentUse(readings: readonly SeedReading[], zone: string) {
  const entries = new Map(followAll(readings));
  const moves: { heard: SeedReading; ended: SeedReading; litres: number }[] = [];
  const hours = [...Map.groupBy(readings, ({ at }) => Math.floor(at / hourMs)).values()];
  hours.forEach((own, index) => {
    const [heard, first] = [hours[index - 1]?.at(-1), own[0]];
    if (!heard || !first || first.at - heard.at <= hourMs) return;
    const share = shareByMinutes(heard.at, first.at, zone);
    for (const ended of own) {
      const { consumed, isOfGap } = entries.get(ended) as Entry;
      const used = own.length === 1 || isOfGap ? consumed : 0;
      if (used > 0) moves.push({ heard, ended, litres: share * used });
    }
  });
  return { entries, moves };
}

/** Share of the first day of a silence, minute by minute. */
function shareByMinutes(from: number, until: number, zone: string): number {
  const first = dateOf(from, zone);
  if (dateOf(until - 1, zone) === first) return 0;
  const midnights = new Map<string, number>();
  let [own, all] = [0, 0];
  for (let at = from; at < until; ) {
    const next = Math.min(until, (Math.floor(at / minuteMs) + 1) * minuteMs);
    const date = dateOf(at, zone);
    const midnight = midnights.get(date) ?? startOfDay(date, zone);
    midnights.set(date, midnight);
    // Hours since midnight; on days on which clocks are changed they are not those of the clock.
    const hour = Math.floor((at - midnight) / hourMs);
    const weight = (next - at) * (hour < 5 ? 0.2 : hour < 6 ? 0.6 : hour < 22 ? 1 : 0.5);
    all += weight;
    if (date === first) own += weight;
    at = next;
  }
  return own / all;
}

/** Returns the flow until each reading of a sensor, from the one before; the first has none. */
function followAll([first, ...others]: readonly SeedReading[]): [SeedReading, Entry][] {
  if (!first) return [];
  let tracker = startTracker(measured(first));
  return others.map((reading) => {
    // As a row keeps it from one hour to the next.
    tracker = unpackTracker(packTracker(tracker));
    const { flow, isOfGap } = followReading(tracker, measured(reading));
    return [reading, { consumed: flow.consumedVolume, refilled: flow.refilledVolume, isOfGap }];
  });
}
