import type { Database } from '../../../db/database.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { createDailyAggregation, type DailyRow, dailyColumns } from './daily.ts';
import { beginOnHours, type DayRun, findEdges, groupIntoRuns } from './day-runs.ts';
import { sumUpSteps } from './hour-queries.ts';
import { type DaysOfSensor, readHours, readHoursBetween } from './read-hours.ts';

/**
 * Reads a sensor's levels day by day. Where days begin on the hour, the database adds up the hours of each,
 * and only the hours at the edges of the report are read; elsewhere (Kathmandu, Lord Howe) every midnight
 * divides an hour, so all of them are read.
 */
export async function readDays(db: Database, sensor: DaysOfSensor): Promise<DailyRow[]> {
  const { days, signal } = sensor;
  const aggregation = createDailyAggregation(days);
  const selection = { ...sensor, columns: dailyColumns };
  if (!beginOnHours(days)) {
    for await (const hours of readHours(db, selection)) hours.forEach(aggregation.addHour);
    return aggregation.rows();
  }

  const { edges, from, end } = findEdges(days);
  const addEdge = async (hour: number) => {
    const span = { from: hour, end: hour + hourMs };
    for await (const hours of readHoursBetween(db, { ...selection, ...span })) {
      hours.forEach(aggregation.addHour);
    }
  };
  const addRun = async ({ first, start, base, step, ...run }: DayRun) => {
    const span = { from: Math.max(from, start), end: Math.min(end, run.end) };
    const sums = await db.lateRead(
      (late) => sumUpSteps(late, sensor, { ...span, base, step }),
      signal,
    );
    for (const { index, ...part } of sums) aggregation.add(first + index, part);
  };
  await Promise.all([...edges.map(addEdge), ...groupIntoRuns(days).map(addRun)]);
  return aggregation.rows();
}
