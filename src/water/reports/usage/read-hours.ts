import type { CompiledQuery } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { NamedStretch } from '../../ledger/corrected-stretch.ts';
import { correctionsBetween } from '../../ledger/ledger-queries.ts';
import { type NumberRows, splitRows } from '../../readings/number-rows.ts';
import { readReadings } from '../../readings/read-readings.ts';
import type { MeasuredRow, Rollup } from '../../record/rollups/rollup.ts';
import { type Hour, isDivided } from './hour-parts.ts';
import { findHourAfter, findHourBefore, rollupsPage, trackersBefore } from './hour-queries.ts';

/** Columns that every report needs to divide hours between days. */
const always = ['hour', 'count', 'first_at', 'last_at'] as const;
type Always = (typeof always)[number];

export type DaysOfSensor = {
  deviceId: number;
  sensorNo: number;
  days: readonly Day[];
  /** Aborted when nobody waits for the hours any more; reads then fail. */
  signal: AbortSignal;
};

type HoursOfSensor<C extends keyof Rollup> = DaysOfSensor & { columns: readonly C[] };

type DividedHour<C extends keyof Rollup> = Hour<Pick<Rollup, C | Always>>;

/** Epoch milliseconds of `[from, end)`. */
type Span = { from: number; end: number };

/**
 * Hours in a page, 200 days: the longest period at once, and longer ranges without delaying other requests.
 */
const hoursAtOnce = 4800;
/** Of a reading, what a rollup is made of. */
const measuredColumns = ['sensor_no', 'recorded_at', 'level', 'volume', 'source'] as const;

/**
 * Reads the hours of a sensor in some days, the last one before and the first one after them: page by page,
 * oldest first. Hours that are divided between days come with their readings.
 */
export async function* readHours<C extends keyof Rollup>(
  db: Database,
  selection: HoursOfSensor<C>,
): AsyncGenerator<DividedHour<C>[]> {
  const { deviceId, sensorNo, days } = selection;
  const end = days.at(-1)?.end ?? 0;
  const first = hourOf(days[0]?.start ?? end);
  const [before, after] = await Promise.all([
    findHourBefore(db.read, { deviceId, sensorNo, hour: first }),
    findHourAfter(db.read, { deviceId, sensorNo, instant: end }),
  ]);
  const span = { from: before ?? first, end: after === null ? end : after + hourMs };
  yield* readHoursBetween(db, { ...selection, ...span });
}

/** Reads hours as `readHours` does, those that begin in `[from, end)`. */
export async function* readHoursBetween<C extends keyof Rollup>(
  db: Database,
  { deviceId, sensorNo, days, columns, signal, from, end }: HoursOfSensor<C> & Span,
): AsyncGenerator<DividedHour<C>[]> {
  const sensor = { deviceId, sensorNo, signal };
  const page = { ...sensor, columns: [...always, ...columns], end, limit: hoursAtOnce };
  let next = from;
  for (;;) {
    const query = rollupsPage(db.longRead, { ...page, from: next });
    const rollups = await readRows<Pick<Rollup, C | Always>>(db, query, signal);
    const divided = rollups.filter((rollup) => isDivided(rollup, days));
    const readings = await readReadingsOf(db, sensor, divided);
    const trackers = await readTrackersBefore(db, sensor, divided);
    const corrected = await readCorrected(db, sensor, rollups);
    yield rollups.map((rollup) => ({
      rollup,
      readings: readings.get(rollup.hour) ?? [],
      before: trackers.get(rollup.hour),
      corrected,
    }));
    const last = rollups.at(-1);
    if (!last || rollups.length < hoursAtOnce) return;
    next = last.hour + hourMs;
  }
}

async function readTrackersBefore(
  db: Database,
  { signal, ...sensor }: Omit<DaysOfSensor, 'days'>,
  rollups: readonly Pick<Rollup, 'hour'>[],
): Promise<Map<number, string>> {
  if (rollups.length === 0) return new Map();
  const hours = rollups.map(({ hour }) => hour);
  const rows = await db.lateRead((late) => trackersBefore(late, { ...sensor, hours }), signal);
  return new Map(rows.flatMap(({ hour, tracker }) => (tracker === null ? [] : [[hour, tracker]])));
}

async function readCorrected(
  db: Database,
  { signal, ...sensor }: Omit<DaysOfSensor, 'days'>,
  rollups: readonly Pick<Rollup, 'hour'>[],
): Promise<NamedStretch[]> {
  const [first, last] = [rollups[0], rollups.at(-1)];
  if (!first || !last) return [];
  const span = { from: first.hour, end: last.hour + hourMs };
  return await db.lateRead((late) => correctionsBetween(late, { ...sensor, ...span }), signal);
}

async function readReadingsOf(
  db: Database,
  sensor: Omit<DaysOfSensor, 'days'>,
  rollups: readonly Pick<Rollup, 'hour'>[],
): Promise<Map<number, MeasuredRow[]>> {
  const byHour = new Map<number, MeasuredRow[]>();
  for (const { hour } of rollups) {
    const asked = { ...sensor, from: hour, end: hour + hourMs };
    const readings: MeasuredRow[] = [];
    for await (const page of readReadings(db, asked, measuredColumns)) {
      for (const row of page) readings.push({ device_id: sensor.deviceId, ...row });
    }
    byHour.set(hour, readings);
  }
  return byHour;
}

async function readRows<R>(db: Database, query: CompiledQuery, signal: AbortSignal): Promise<R[]> {
  return splitRows(
    (await db.render(query, 'joinRows', undefined, { signal })) as NumberRows,
  ) as R[];
}
