import type { Database } from '../../db/database.ts';
import type { Static } from '../../kit/api/schema/schema.ts';
import { roundTo2 } from '../../kit/round.ts';
import { toIso } from '../../kit/time/instant.ts';
import { hourMs } from '../../kit/time/units.ts';
import type { SensorSummary } from './schemas.ts';
import { type Aggregate, sumUpHours, sumUpReadings } from './summary-queries.ts';

/** What each sensor of a device measured from an instant on: whole hours, and the one that it cuts. */
export async function summarise(
  { inTurn, longRead }: Database,
  { deviceId, from }: { deviceId: number; from: number },
  signal: AbortSignal,
): Promise<Static<typeof SensorSummary>[]> {
  const nextHour = Math.ceil(from / hourMs) * hourMs;
  const parts = await Promise.all([
    inTurn(() => sumUpReadings(longRead, deviceId, from), signal),
    inTurn(() => sumUpHours(longRead, deviceId, nextHour), signal),
  ]);
  return mergeAggregates(parts.flat()).map(presentSummary);
}

/** One aggregate for each sensor, in the order in which the sensors came up. */
export function mergeAggregates(aggregates: readonly Aggregate[]): Aggregate[] {
  const bySensor = new Map<number, Aggregate>();
  for (const each of aggregates) {
    const known = bySensor.get(each.sensor_no);
    bySensor.set(each.sensor_no, known ? add(known, each) : each);
  }
  return [...bySensor.values()].sort((a, b) => a.sensor_no - b.sensor_no);
}

function add(a: Aggregate, b: Aggregate): Aggregate {
  return {
    ...a,
    count: a.count + b.count,
    level_min: Math.min(a.level_min, b.level_min),
    level_max: Math.max(a.level_max, b.level_max),
    level_sum: a.level_sum + b.level_sum,
    first_at: Math.min(a.first_at, b.first_at),
    last_at: Math.max(a.last_at, b.last_at),
  };
}

function presentSummary(aggregate: Aggregate): Static<typeof SensorSummary> {
  const { sensor_name, count, level_min, level_max, level_sum, first_at, last_at } = aggregate;
  return {
    sensor_name,
    average: roundTo2(level_sum / count),
    minimum: level_min,
    maximum: level_max,
    count,
    first_at: toIso(first_at),
    last_at: toIso(last_at),
  };
}
