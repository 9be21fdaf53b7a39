import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { dropPart, findParts, sizeOfPart } from '../../db/postgres/parts/reading-parts.ts';
import { deleteInSteps } from '../../kit/async/delete-in-steps.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { hourOf } from '../../kit/time/hour.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { findOldestRows, type OldestRows } from '../record/oldest-rows.ts';
import { seriesOf } from './series-queries.ts';

/** Metrics that retention feeds. */
export type RetentionMetrics = { expiredRows: Counter<'table'> };

type RetentionDeps = {
  db: Database;
  clock: Clock;
  timers: Timers;
  log: Logger;
  /** Time for which readings are kept, in milliseconds. */
  retentionMs: number;
  /** Time for which hourly rollups are kept, in milliseconds; undefined for ever. */
  rollupRetentionMs: number | undefined;
  metrics: RetentionMetrics;
};

/** In the order of deletion: a refill belongs to an hour, and goes before it. */
const tables = ['packed_readings', 'readings', 'refills', 'hourly_rollups'] as const;
type ExpiringTable = (typeof tables)[number];

/** Instant, by table, before which rows are deleted. */
type Bounds = Record<ExpiringTable, number>;

/** A page takes the reader a millisecond or two. */
const sensorsAtOnce = 500;

/**
 * Runs one round: drops the parts of the table of readings that are past their retention, and then deletes
 * older rows sensor by sensor, of which only whole hours go: an hour without some of its readings could not be rolled up
 * again when a late reading comes. A stretch goes with the last of its readings. An aborted round loses nothing: the next one finds the rest.
 * @throws AggregateError where some sensors failed, once the others are done.
 */
export async function deleteOldReadings(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { db, log, metrics } = deps;
  const bounds = boundsOf(deps);
  const expired = { packed_readings: 0, readings: 0, refills: 0, hourly_rollups: 0 };
  const count = (table: ExpiringTable, rows: number) => {
    expired[table] += rows;
    metrics.expiredRows.inc({ table }, rows);
  };
  try {
    await dropExpiredParts(deps, { bounds, count, signal });
    const sensors = rowsOfPages<OldestRows>(sensorsAtOnce, (page) =>
      findOldestRows(db.longRead, page),
    );
    const failed = await tryEach(sensors, signal, (sensor) =>
      deleteOfSensor(deps, sensor, { bounds, count, signal }),
    );
    throwFailures(failed, 'expired rows of some sensors could not be deleted');
  } finally {
    if (Object.values(expired).some((rows) => rows > 0)) log.info(expired, 'expired rows deleted');
  }
}

function boundsOf({ clock, retentionMs, rollupRetentionMs }: RetentionDeps): Bounds {
  const now = clock();
  const hours =
    rollupRetentionMs === undefined ? Number.NEGATIVE_INFINITY : hourOf(now - rollupRetentionMs);
  const readings = hourOf(now - retentionMs);
  return { packed_readings: readings, readings, refills: hours, hourly_rollups: hours };
}

type Round = {
  bounds: Bounds;
  count: (table: ExpiringTable, rows: number) => void;
  signal: AbortSignal;
};

/**
 * Attempts to drop a part; waiting transactions go first after each failed one. After the last one, its rows
 * are deleted in steps.
 */
const tries = 5;

async function dropExpiredParts(deps: RetentionDeps, { bounds, count, signal }: Round) {
  const { db, log } = deps;
  for (const part of await findParts(db)) {
    if (part.end > bounds.readings) return;
    const rows = await sizeOfPart(db, part);
    for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
      if (await dropPart(db, part)) {
        count('readings', rows);
        log.info({ part: part.name, rows }, 'an expired part of readings dropped');
        break;
      }
    }
  }
}

async function deleteOfSensor(
  { db, timers }: RetentionDeps,
  { device_id: deviceId, sensor_no: sensorNo, ...oldest }: OldestRows,
  { bounds, count, signal }: Round,
): Promise<void> {
  for (const table of tables) {
    const before = bounds[table];
    const first = oldest[table === 'refills' ? 'hourly_rollups' : table];
    if (!isBefore(first, before) || signal.aborted) continue;
    const rows = seriesOf(db, table, { deviceId, sensorNo }, before);
    await deleteInSteps(rows, { timers, signal, deleted: (rows) => count(table, rows) });
  }
}

function isBefore(instant: number | null, bound: number): boolean {
  return instant !== null && instant < bound;
}
