import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { recomputeOnPostgres } from '../postgres/postgres-recompute.ts';
import type { LedgerSpan } from './recompute-span.ts';
import { hoursAtOnce } from './redo-hours.ts';

/** A sensor by its number, by which its readings are found, and by its name, as batches look for it. */
export type LedgerSensor = { device_id: number; sensor_no: number; name: string };

export type RecomputeOptions = {
  /** Ends it after the transaction that is under way. */
  signal: AbortSignal;
  /** Called after each day that is done, with the instant at which it ends. */
  advanced: (end: number) => void;
};

/** Sensors in the order of their key, a page at a time. */
export async function findLedgerSensors(
  db: Database,
  { after, deviceId, limit }: { after: LedgerSensor | undefined; deviceId?: number; limit: number },
): Promise<LedgerSensor[]> {
  return await db.longRead
    .selectFrom('sensors')
    .select(['device_id', 'sensor_no', 'name'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('device_id', 'sensor_no'),
        '>',
        tuple(after?.device_id ?? 0, after?.sensor_no ?? 0),
      ),
    )
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? 0))
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}

/**
 * Makes the ledger of a sensor anew from its stored readings: a day in a transaction, so that pushes
 * wait for no more than that. What is stored beside it is right again at each end: hours behind are
 * new, hours ahead as they were. Who begins again does the same once more.
 * @returns how many hours were computed anew.
 */
export async function recomputeLedger(
  db: Database,
  sensor: LedgerSensor,
  { signal, advanced }: RecomputeOptions,
): Promise<number> {
  let hours = 0;
  let from = await findHourFrom(db, sensor, 0);
  while (from !== undefined && !signal.aborted) {
    const end = from + hoursAtOnce * hourMs;
    const { device_id: deviceId, name: sensorName } = sensor;
    hours += await recompute(db, { deviceId, sensorName, from, end });
    advanced(end);
    from = await findHourFrom(db, sensor, end);
  }
  return hours;
}

/**
 * Makes the ledger of a sensor anew from the hour in which a stretch begins, until a day behind its end is
 * left as it was: what follows cannot differ. A run that was cut off may have done that day itself, and not what
 * follows: who goes on behind one (`isResumed`) makes all of it.
 * @returns false where it was aborted before.
 */
export async function recomputeStretch(
  db: Database,
  sensor: LedgerSensor,
  { begun_at, ended_at }: { begun_at: number; ended_at: number },
  { isResumed, signal }: { isResumed: boolean; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const { device_id: deviceId, name: sensorName } = sensor;
  let from = await findHourFrom(db, sensor, hourOf(begun_at));
  while (from !== undefined) {
    if (signal?.aborted) return false;
    const end = from + hoursAtOnce * hourMs;
    const mayBeLast = !isResumed && end > ended_at;
    const before = mayBeLast ? await findTrackerOf(db, sensor, { from, end }) : undefined;
    await recompute(db, { deviceId, sensorName, from, end });
    // A day without hours says nothing of those behind it, which follow from the ones before.
    if (before !== undefined && before === (await findTrackerOf(db, sensor, { from, end }))) {
      return true;
    }
    from = await findHourFrom(db, sensor, end);
  }
  return true;
}

/** The tracker that the hours of a span leave; undefined where it has none. */
async function findTrackerOf(
  { write }: Database,
  { device_id, sensor_no }: LedgerSensor,
  { from, end }: { from: number; end: number },
): Promise<string | undefined> {
  const found = await write
    .selectFrom('hourly_rollups')
    .select('tracker')
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('hour', '>=', from)
    .where('hour', '<', end)
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.tracker;
}

async function recompute(db: Database, span: LedgerSpan): Promise<number> {
  const { callWriter, partitions } = db;
  if (callWriter) return (await callWriter('recomputeSpan', span)) as number;
  if (!partitions) throw new Error('the database has neither a writer nor partitions');
  return await recomputeOnPostgres(partitions, span);
}

/** The first hour from an instant on that has a rollup or readings. */
async function findHourFrom(
  { longRead }: Database,
  { device_id, sensor_no }: LedgerSensor,
  from: number,
): Promise<number | undefined> {
  const rollup = await longRead
    .selectFrom('hourly_rollups')
    .select('hour')
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('hour', '>=', from)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  const reading = await longRead
    .selectFrom('readings')
    .select('recorded_at')
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('recorded_at', '>=', from)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  // The stretch may have none so late: an hour without any is as it was, computed anew.
  const stretch = await longRead
    .selectFrom('packed_readings')
    .select('start_at')
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('last_at', '>=', from)
    .orderBy('start_at')
    .limit(1)
    .executeTakeFirst();
  const hours = [
    rollup?.hour,
    reading && hourOf(reading.recorded_at),
    stretch && hourOf(Math.max(from, stretch.start_at)),
  ];
  const first = Math.min(...hours.map((hour) => hour ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(first) ? first : undefined;
}
