import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import { readReadings } from '../../readings/read-readings.ts';
import { findDay } from './hour-parts.ts';
import type { Unit } from './usage-day.ts';

/** Readings of a sensor after which its noise is known; before that what it says may all be true. */
const unknownReadings = 20;

type Reading = { recorded_at: number; level: number; volume: number | null };

/** Sum of all falls of a day, by its index in the days. */
export type PlainUse = Map<number, Record<Unit, number>>;

/**
 * Reads by how much the readings of a new sensor fell, by day. A day counts as long as it ends within the
 * sensor's first readings: later on most falls are noise.
 * @param sensor with its first hour, which a sensor whose first readings are no longer kept has lost.
 */
export async function readPlainUse(
  db: Database,
  sensor: { deviceId: number; sensorNo: number; firstHour: number; signal: AbortSignal },
  days: readonly Day[],
): Promise<PlainUse> {
  const { deviceId, sensorNo, firstHour, signal } = sensor;
  const pageSize = unknownReadings + 1;
  const all = { deviceId, sensorNo, from: 0, end: Number.MAX_SAFE_INTEGER, pageSize, signal };
  const readings: Reading[] = [];
  for await (const page of readReadings(db, all, ['recorded_at', 'level', 'volume'])) {
    readings.push(...page.slice(0, pageSize - readings.length));
    if (readings.length === pageSize) break;
  }
  const [first] = readings;
  return first && hourOf(first.recorded_at) === firstHour ? addUpFalls(readings, days) : new Map();
}

function addUpFalls(readings: readonly Reading[], days: readonly Day[]): PlainUse {
  const use: PlainUse = new Map();
  for (const [at, reading] of readings.entries()) {
    const day = findDay(days, reading.recorded_at);
    const before = readings[at - 1];
    const own = use.get(day) ?? { percent: 0, litre: 0 };
    use.set(day, own);
    if (!before) continue;
    own.percent += Math.max(0, before.level - reading.level);
    own.litre += Math.max(0, (before.volume ?? 0) - (reading.volume ?? 0));
  }
  // What comes after the twentieth reading belongs to a day whose sum is not known.
  const beyond = readings[unknownReadings];
  if (beyond) use.delete(findDay(days, beyond.recorded_at));
  return use;
}
