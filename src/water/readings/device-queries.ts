import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import type { ReadingsTable } from '../../db/tables/tank-tables.ts';
import { bodyName, type ReadingName, readingAt, type Wanted } from './listed-readings.ts';
import { type NumberRows, splitRows } from './number-rows.ts';
import { startOfStretch } from './queries.ts';

/**
 * Sensors of a device up to a number, in the epoch milliseconds `[start, end)`. They are not listed one by one,
 * since an engine takes only so many parameters.
 */
export type SensorsInTime = { deviceId: number; lastSensorNo: number; start: number; end: number };

/** The sensors that have readings since the start of a span. */
export function seenSensors(db: Db, { deviceId, lastSensorNo, start }: SensorsInTime) {
  return db
    .selectFrom('sensors as s')
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', '<=', lastSensorNo)
    .where('s.recorded_at', '>=', start);
}

/**
 * Finds all readings of some sensors in a span, for a renderer of `ofReadings`, which puts them in the order of
 * time: rows as they are, and behind their columns the bytes of a stretch. One statement, so that what is packed
 * meanwhile is found once. SQLite runs the left side of a cross join first, so each sensor is one look-up.
 * @param columns the number of the sensor and the instant, and whatever else.
 */
function readingsOfSensors(
  db: Db,
  columns: readonly ReadingName[],
  span: SensorsInTime,
): CompiledQuery {
  const { deviceId, start, end } = span;
  const rows = seenSensors(db, span)
    .crossJoin('readings as r')
    .select(columns.map((column) => `r.${column}` as const))
    .select(sql<null>`null`.as(bodyName))
    .where('r.device_id', '=', deviceId)
    .whereRef('r.sensor_no', '=', 's.sensor_no')
    .where('r.recorded_at', '>=', start)
    .where('r.recorded_at', '<', end);
  const stretches = seenSensors(db, span)
    .crossJoin('packed_readings as p')
    .select('p.sensor_no')
    .select(nothingBut('sensor_no', columns))
    .select('p.body')
    .where('p.device_id', '=', deviceId)
    .whereRef('p.sensor_no', '=', 's.sensor_no')
    .where('p.start_at', '>=', ({ ref }) =>
      startOfStretch(deviceId, ref('s.sensor_no'), sql.val(start)),
    )
    .where('p.start_at', '<', end)
    .where('p.last_at', '>=', start);
  return rows.unionAll(stretches as never).compile();
}

/** As many nulls as there are columns but one, for the part of a union that lacks them. */
function nothingBut(own: ReadingName, columns: readonly ReadingName[]) {
  return columns.filter((column) => column !== own).map((column) => sql<null>`null`.as(column));
}

type Renderer = { renderer: string; argument?: object; signal?: AbortSignal | undefined };

/** Makes one page of all readings of some sensors in a span, in the order of time. */
export async function renderSensors<P>(
  db: Database,
  columns: readonly ReadingName[],
  span: SensorsInTime,
  { renderer, argument, signal }: Renderer,
): Promise<P> {
  const wanted: Wanted = { columns, from: span.start, end: span.end };
  const query = readingsOfSensors(db.longRead, columns, span);
  return (await db.render(query, renderer, { ...argument, wanted }, options(signal))) as P;
}

/** The readings of all sensors of a device in a span, as objects in the order of time. */
export async function readSensors<C extends ReadingName>(
  db: Database,
  columns: readonly C[],
  { deviceId, start, end }: Omit<SensorsInTime, 'lastSensorNo'>,
  signal: AbortSignal,
): Promise<Pick<ReadingsTable, C>[]> {
  const span = { deviceId, lastSensorNo: mostSensors, start, end };
  const how = { renderer: 'joinReadings', signal };
  return splitRows(await renderSensors<NumberRows>(db, columns, span, how)) as never;
}

const mostSensors = 2 ** 31 - 1;

/**
 * Finds an instant before which none of some sensors has a reading in a span of time: that of the first one, or
 * the start of its stretch; null where there is none.
 */
export async function findFirstInstant(db: Db, span: SensorsInTime): Promise<number | null> {
  const { deviceId, start, end } = span;
  // Rows first: what is packed meanwhile is found among the stretches.
  const { row } = await seenSensors(db, span)
    .select(({ fn, selectFrom }) =>
      fn
        .min<number | null>(
          selectFrom('readings as r')
            .select('r.recorded_at')
            .where('r.device_id', '=', deviceId)
            .whereRef('r.sensor_no', '=', 's.sensor_no')
            .where('r.recorded_at', '>=', start)
            .where('r.recorded_at', '<', end)
            .orderBy('r.recorded_at')
            .limit(1),
        )
        .as('row'),
    )
    .executeTakeFirstOrThrow();
  const { packed } = await seenSensors(db, span)
    .select(({ fn, selectFrom }) =>
      fn
        .min<number | null>(
          selectFrom('packed_readings as p')
            .select('p.start_at')
            .where('p.device_id', '=', deviceId)
            .whereRef('p.sensor_no', '=', 's.sensor_no')
            .where('p.last_at', '>=', start)
            .where('p.start_at', '<', end)
            .orderBy('p.start_at')
            .limit(1),
        )
        .as('packed'),
    )
    .executeTakeFirstOrThrow();
  const instants = [row, packed].filter((instant) => instant !== null);
  return instants.length === 0 ? null : Math.max(start, Math.min(...instants));
}

export type ChosenReading = { sensor_no: number; recorded_at: number };

const chosenColumns = { sensor_no: 'bigint', recorded_at: 'bigint' } as const;

/** Makes a page of some readings of a device, in the order of time. */
export async function renderChosen<P>(
  db: Database,
  columns: readonly ReadingName[],
  { deviceId, chosen }: { deviceId: number; chosen: readonly ChosenReading[] },
  { renderer, argument, signal }: Renderer,
): Promise<P> {
  const rows = rowSet(db.engine, chosenColumns, chosen).$castTo<ChosenReading>();
  // SQLite runs the left side of a cross join first, so each row is one look-up of the key.
  const single = db.longRead
    .selectFrom(rows.as('v'))
    .crossJoin('readings as r')
    .select(columns.map((column) => `r.${column}` as const))
    .select(sql<null>`null`.as(bodyName))
    .where('r.device_id', '=', deviceId)
    .whereRef('r.sensor_no', '=', 'v.sensor_no')
    .whereRef('r.recorded_at', '=', 'v.recorded_at');
  const places = db.longRead
    .selectFrom(rows.as('v'))
    .select('v.sensor_no')
    .select(({ ref }) =>
      sql<number>`${startOfStretch(deviceId, ref('v.sensor_no'), ref('v.recorded_at'))}`.as(
        'start_at',
      ),
    )
    .distinct();
  const stretches = db.longRead
    .selectFrom(places.as('k'))
    .crossJoin('packed_readings as p')
    .select('p.sensor_no')
    .select(nothingBut('sensor_no', columns))
    .select('p.body')
    .where('p.device_id', '=', deviceId)
    .whereRef('p.sensor_no', '=', 'k.sensor_no')
    .whereRef('p.start_at', '=', 'k.start_at');
  const query = single.unionAll(stretches as never).compile();
  const wanted: Wanted = {
    columns,
    from: 0,
    end: Number.MAX_SAFE_INTEGER,
    chosen: new Set(chosen.map((each) => readingAt(each.sensor_no, each.recorded_at))),
  };
  return (await db.render(query, renderer, { ...argument, wanted }, options(signal))) as P;
}

function options(signal: AbortSignal | undefined) {
  return { hasBytes: true, ...(signal && { signal }) };
}
