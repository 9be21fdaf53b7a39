import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Work } from '../../db/work.ts';
import { pauseFor } from '../../kit/async/delete-in-steps.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { dayMs } from '../../kit/time/units.ts';
import { lockDevice } from '../devices/queries.ts';
import { toColumns } from '../readings/packed/packed-readings.ts';
import { longestStretchMs, readingsOfStretch, toStretches } from '../readings/packed/stretches.ts';

type PackingDeps = { db: Database; clock: Clock; timers: Timers; log: Logger };

/** Readings that are younger stay rows: most late ones are. */
const presentMs = 2 * dayMs;

/** A page takes the reader some 50 ms: of each sensor it counts the readings of a stretch. */
const sensorsAtOnce = 200;

type Sensor = { device_id: number; sensor_no: number };
/** The instants of a sensor's oldest row, and of the last one that would fill a stretch. */
type SensorRows = Sensor & { oldest: number | null; thousandth: number | null };

/**
 * Runs one round: packs the readings of each sensor that are older than two days, a stretch in a transaction, as
 * soon as they fill one or a week has passed (docs/packed-readings.md). What is stored before the first round is
 * packed by it. A round that is cut short loses nothing: the next one goes on.
 *
 * Not on Citus (docs/scaling.md).
 * @throws AggregateError where some sensors failed, once the others are done.
 */
export async function packOldReadings(deps: PackingDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, timers, log } = deps;
  if (db.isSpread) return;
  const until = clock() - presentMs;
  let packed = 0;
  const sensors = rowsOfPages<SensorRows>(sensorsAtOnce, (page) =>
    findSensorRows(db.longRead, { ...page, until }),
  );
  const failed = await tryEach(sensors, signal, async (sensor) => {
    if (!isRipe(sensor, until)) return;
    for (let isMore = true; isMore && !signal.aborted; ) {
      const start = timers.now();
      const count = await db.perform(packStretch, { ...sensor, until });
      packed += count;
      isMore = count > 0;
      await pauseFor(timers.now() - start, timers, signal);
    }
  });
  if (packed > 0) log.info({ readings: packed }, 'readings packed');
  throwFailures(failed, 'the readings of some sensors could not be packed');
}

function isRipe({ oldest, thousandth }: Omit<SensorRows, keyof Sensor>, until: number): boolean {
  if (oldest === null) return false;
  return (thousandth !== null && thousandth < until) || oldest < until - longestStretchMs;
}

type SensorPage = { after: Sensor | undefined; limit: number; until: number };

/** Sensors in the order of their key. */
async function findSensorRows(db: Db, { after, limit, until }: SensorPage): Promise<SensorRows[]> {
  return await db
    .selectFrom('sensors as s')
    .select(({ selectFrom }) => {
      const row = (offset: number) =>
        selectFrom('readings as r')
          .select('r.recorded_at')
          .whereRef('r.device_id', '=', 's.device_id')
          .whereRef('r.sensor_no', '=', 's.sensor_no')
          .where('r.recorded_at', '<', until)
          .orderBy('r.recorded_at')
          .limit(1)
          .offset(offset);
      return [
        's.device_id',
        's.sensor_no',
        row(0).as('oldest'),
        row(readingsOfStretch - 1).as('thousandth'),
      ];
    })
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('s.device_id', 's.sensor_no'),
        '>',
        tuple(after?.device_id ?? 0, after?.sensor_no ?? 0),
      ),
    )
    .orderBy('s.device_id')
    .orderBy('s.sensor_no')
    .limit(limit)
    .execute();
}

/**
 * Packs the oldest rows of a sensor, if they fill a stretch. It holds the device, as batches do, and writes its
 * status row again, which tells recorders that what they remember of it is outdated.
 * @returns how many readings these are; 0 where there is nothing to pack.
 */
export const packStretch: Work<Sensor & { until: number }, number> = {
  url: import.meta.url,
  name: 'packStretch',
  run: async (trx, _engine, { device_id, sensor_no, until }) => {
    if (!(await lockDevice(trx, device_id))) return 0;
    const rows = await trx
      .selectFrom('readings')
      .selectAll()
      .where('device_id', '=', device_id)
      .where('sensor_no', '=', sensor_no)
      .where('recorded_at', '<', until)
      .orderBy('recorded_at')
      .limit(readingsOfStretch)
      .execute();
    const oldest = rows[0]?.recorded_at ?? null;
    const thousandth = rows[readingsOfStretch - 1]?.recorded_at ?? null;
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last || !isRipe({ oldest, thousandth }, until)) return 0;
    const { numUpdatedRows } = await trx
      .updateTable('sensors')
      .set({ packed_until: last.recorded_at + 1 })
      .where('device_id', '=', device_id)
      .where('sensor_no', '=', sensor_no)
      .executeTakeFirst();
    // It was removed meanwhile, and its rows are being deleted.
    if (numUpdatedRows === 0n) return 0;
    for (const stretch of toStretches(first, toColumns(rows), first.recorded_at)) {
      await trx.insertInto('packed_readings').values(stretch).execute();
    }
    await trx
      .deleteFrom('readings')
      .where('device_id', '=', device_id)
      .where('sensor_no', '=', sensor_no)
      .where('recorded_at', '<=', last.recorded_at)
      .execute();
    return rows.length;
  },
};
