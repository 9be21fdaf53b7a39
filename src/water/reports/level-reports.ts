import type { Language } from '../../accounts/language.ts';
import type { Database } from '../../db/database.ts';
import { type Day, splitIntoDays } from '../../kit/time/time-zone.ts';
import { findSensorSpans } from '../sensors/queries.ts';
import { daysHeard, findCutDays, type HeardSensor, sensorsHeard } from './days-heard.ts';
import { remarkOnMeasures, remarksOnDays, remarksOnUsage } from './remarks/remarks.ts';
import type { Report, ReportDeps } from './report.ts';
import type { DailyReport, Measured, UsageReport } from './schemas.ts';
import { addUpChanges, presentUsage, unitOf } from './usage/present-usage.ts';
import { readDays } from './usage/read-days.ts';
import { readUsage } from './usage/read-usage.ts';
import type { Unit, UsageDay } from './usage/usage-day.ts';

export async function reportDaily(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  language: Language = 'en',
): Promise<DailyReport> {
  const { sensors, days } = await findDays(db, report);
  const read = await eachSensor(sensors, ({ sensor_no: sensorNo }) =>
    readDays(db, { deviceId: report.device.id, sensorNo, days, signal: report.signal }),
  );
  const rows = inOrder(read);
  const measured = measure(report, days, rows);
  const remarks = remarksOnDays(measured, { language, timezone: report.timezone });
  return { ...report.frame, days: rows, ...measured, remarks };
}

export async function reportUsage(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  language: Language = 'en',
): Promise<UsageReport> {
  const { timezone, signal } = report;
  const { sensors, days } = await findDays(db, report);
  const totals = await eachSensor(sensors, async ({ sensor_no: sensorNo, first_hour }) => {
    const sensor = { deviceId: report.device.id, sensorNo, firstHour: first_hour };
    return (await readUsage(db, { ...sensor, days, timezone, signal })).days;
  });
  const unit = unitOf(totals.flatMap(({ rows }) => rows));
  const [known, unknown] = divide(totals, ({ rows }) => unitOf(rows) === unit);
  const rows = daysIn(unit, known);
  const inPercent = daysIn('percent', unknown);
  const cannot_be_known = totals.flatMap(({ sensor, rows: [day] }) =>
    day?.unknowable ? [{ sensor_name: sensor.name, reason: day.unknowable.reason }] : [],
  );
  const total_volume_change = addUpChanges(rows);
  const heard = totals.flatMap(({ rows }) => rows);
  const measured = measure(report, days, heard);
  const usage = { unit, days: rows, days_in_percent: inPercent, cannot_be_known };
  const remarks = [
    ...remarksOnUsage({ ...measured, ...usage }, { language, timezone }),
    ...known.flatMap(({ rows }) => remarkOnMeasures(rows, unit, { language })),
    ...unknown.flatMap(({ rows }) => remarkOnMeasures(rows, 'percent', { language })),
  ];
  return { ...report.frame, ...usage, total_volume_change, ...measured, remarks };
}

/** Divides a list into those that pass and the others. */
function divide<T>(all: readonly T[], passes: (each: T) => boolean): [T[], T[]] {
  return [all.filter(passes), all.filter((each) => !passes(each))];
}

function daysIn(unit: Unit, totals: readonly RowsOf<UsageDay>[]): UsageReport['days'] {
  return inOrder(totals.map(({ sensor, rows }) => ({ sensor, rows: presentUsage(rows, unit) })));
}

/** Finds the sensors with readings in a report's time, and the days between their first and last ones. */
async function findDays(
  db: Database,
  { device, sensorName, range, timezone }: Report,
): Promise<{ sensors: HeardSensor[]; days: Day[] }> {
  const spans = await findSensorSpans(db.read, device.id, sensorName);
  const sensors = sensorsHeard(spans, range);
  return { sensors, days: daysHeard(sensors, { ...range, timezone }) };
}

/** Days that were asked for up to now, at most; a report of ten thousand years is not counted day by day. */
const mostCounted = 3660;
const longestCounted = mostCounted * 86_400_000;

function measure(
  { range, timezone, now }: Report,
  days: readonly Day[],
  rows: readonly { date: string }[],
): Measured {
  const measured = new Set(rows.map(({ date }) => date));
  const end = Math.min(range.end, now + 1);
  const asked =
    end - range.start > longestCounted ? days : splitIntoDays(range.start, end, timezone);
  return {
    days_asked: Math.max(asked.length, measured.size),
    days_measured: measured.size,
    cut_days: findCutDays(days, timezone).filter(({ date }) => measured.has(date)),
  };
}

type RowsOf<R> = { sensor: HeardSensor; rows: R[] };

/** Reads one sensor after the other, so that a report never holds more than a page of one of them. */
async function eachSensor<R>(
  sensors: readonly HeardSensor[],
  read: (sensor: HeardSensor) => Promise<R[]>,
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
