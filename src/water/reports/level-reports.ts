import type { Database } from '../../db/database.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { type Day, splitIntoDays } from '../../kit/time/time-zone.ts';
import { readRefills } from '../ledger/ledger-queries.ts';
import { findSensorSpans, type SensorSpan } from '../sensors/queries.ts';
import type { Report, ReportDeps } from './report.ts';
import type { DailyReport, UsageReport } from './schemas.ts';
import { readPlainUse } from './usage/first-readings.ts';
import { readDays } from './usage/read-days.ts';
import { readHours } from './usage/read-hours.ts';
import { createKnowing } from './usage/unknowable.ts';
import {
  addUpChanges,
  createUsageAggregation,
  presentUsage,
  unitOf,
  usageColumns,
} from './usage/usage.ts';
import type { UsageDay } from './usage/usage-day.ts';

export async function reportDaily(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
): Promise<DailyReport> {
  const { sensors, days } = await findDays(db, report);
  const rows = await eachSensor(sensors, ({ sensor_no: sensorNo }) =>
    readDays(db, { deviceId: report.device.id, sensorNo, days, signal: report.signal }),
  );
  return { ...report.frame, days: inOrder(rows) };
}

export async function reportUsage(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
): Promise<UsageReport> {
  const { sensors, days } = await findDays(db, report);
  const totals = await eachSensor(sensors, async (heard): Promise<UsageDay[]> => {
    const { sensor_no: sensorNo, first_hour: firstHour } = heard;
    const aggregation = createUsageAggregation(days, report.timezone);
    const sensor = { deviceId: report.device.id, sensorNo, days, signal: report.signal };
    const selection = { ...sensor, columns: usageColumns };
    const knowing = createKnowing();
    for await (const hours of readHours(db, selection)) {
      hours.forEach(aggregation.add);
      for (const { rollup } of hours) knowing.add(rollup);
    }
    const span = { from: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
    for (const { hidden } of await readRefills(db, { ...sensor, ...span })) {
      aggregation.addHidden(hidden);
    }
    if (firstHour !== null && firstHour >= hourOf(span.from)) {
      aggregation.addPlain(await readPlainUse(db, { ...sensor, firstHour }, days));
    }
    const unknowable = knowing.unknowable();
    return aggregation.days().map((day) => ({ ...day, unknowable }));
  });
  const unit = unitOf(totals.flatMap(({ rows }) => rows));
  const rows = inOrder(
    totals.map(({ sensor, rows }) => ({ sensor, rows: presentUsage(rows, unit) })),
  );
  const cannot_be_known = totals.flatMap(({ sensor, rows: [day] }) =>
    day?.unknowable ? [{ sensor_name: sensor.name, reason: day.unknowable.reason }] : [],
  );
  const total_volume_change = addUpChanges(rows);
  return { ...report.frame, unit, days: rows, total_volume_change, cannot_be_known };
}

/** Finds the sensors with readings in a report's time, and the days between their first and last ones. */
async function findDays(
  db: Database,
  { device, sensorName, range, timezone }: Report,
): Promise<{ sensors: Heard[]; days: Day[] }> {
  const spans = await findSensorSpans(db.read, device.id, sensorName);
  const sensors = spans
    .filter(isHeard)
    .filter(({ first_hour, latest_at }) => latest_at >= range.start && first_hour < range.end);
  let first = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { first_hour, latest_at } of sensors) {
    first = Math.min(first, first_hour);
    latest = Math.max(latest, latest_at);
  }
  const start = Math.max(range.start, first);
  const end = Math.min(range.end, latest + 1);
  return { sensors, days: end > start ? splitIntoDays(start, end, timezone) : [] };
}

type Heard = SensorSpan & { first_hour: number; latest_at: number };

function isHeard(span: SensorSpan): span is Heard {
  return span.first_hour !== null && span.latest_at !== null;
}

type RowsOf<R> = { sensor: SensorSpan; rows: R[] };

/** Reads one sensor after the other, so that a report never holds more than a page of one of them. */
async function eachSensor<R>(
  sensors: readonly SensorSpan[],
  read: (sensor: SensorSpan) => Promise<R[]>,
): Promise<RowsOf<R>[]> {
  const results: RowsOf<R>[] = [];
  for (const sensor of sensors) results.push({ sensor, rows: await read(sensor) });
  return results;
}

function inOrder<R extends { date: string }>(
  rows: readonly RowsOf<R>[],
): (R & { sensor_name: string })[] {
  return rows
    .flatMap(({ sensor, rows }) => rows.map((row) => ({ ...row, sensor_name: sensor.name })))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
