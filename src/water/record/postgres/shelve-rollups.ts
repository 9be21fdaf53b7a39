import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Partition, PreparedStatement } from '../../../db/pipeline.ts';
import { plainTables } from '../../../db/postgres/batch-tables.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';

type ShelvingDeps = { db: Database; clock: Clock; log: Logger };

/** The column of `hourly_rollups` that says on which shelf a rollup lies. */
export const shelfColumn = 'shelf';

/**
 * The partitions of `hourly_rollups`: the present one as rollups came, the others a sensor's finished
 * hours together, a day of them or ten.
 */
const shelves = { present: 0, days: 1, runs: 2 } as const;

/** Days of a sensor that are put together. */
const runDays = 10;

/** Readings of a day mostly come within an hour of its end; it costs a little more where they do not. */
const graceMs = hourMs;

/** A page takes the reader a millisecond or two. */
const sensorsAtOnce = 500;

type Sensor = { device_id: number; sensor_no: number };

/** A sensor, whether it is its device's turn, and of its hours which is the oldest that may be moved. */
type SensorHours = Sensor & { isTurn: boolean; recorded_at: number; oldest: number };

/** A sensor that has hours before an instant to be moved. */
type RipeSensor = Sensor & { isTurn: boolean; until: number };

/**
 * Makes the work of a loop, on PostgreSQL: once a day it puts the finished days of each sensor together,
 * and the days of a device with each other when it is its turn, every tenth day, so that a report reads
 * few pages; decision 29 has the reasons. The day of a sensor's latest reading stays, so that its newest
 * rollup, which the next reading changes, is always on the shelf of the present. A round that is cut
 * short loses nothing.
 */
export function createRollupShelving({ db, clock, log }: ShelvingDeps) {
  let shelvedUntil = Number.NEGATIVE_INFINITY;
  return async (signal: AbortSignal): Promise<void> => {
    const until = startOfDay(clock() - graceMs);
    if (until === shelvedUntil) return;
    let after: Sensor = { device_id: 0, sensor_no: 0 };
    let moved = 0;
    for (let isLast = false; !isLast; ) {
      const page = await findSensors(db, after, until);
      const ripe = page.flatMap((sensor) => ripen(sensor, until));
      for (const sensors of Map.groupBy(ripe, ({ device_id }) => device_id).values()) {
        if (signal.aborted) return;
        await shelveDevice(db, sensors);
      }
      moved += ripe.length;
      after = page.at(-1) ?? after;
      isLast = page.length < sensorsAtOnce;
    }
    shelvedUntil = until;
    if (moved > 0) log.info({ sensors: moved }, 'hourly rollups of finished days shelved');
  };
}

function startOfDay(instant: number): number {
  return Math.floor(instant / dayMs) * dayMs;
}

function ripen({ recorded_at, oldest, ...sensor }: SensorHours, until: number): RipeSensor[] {
  const before = Math.min(until, startOfDay(recorded_at));
  return oldest < before ? [{ ...sensor, until: before }] : [];
}

/** Sensors in the order of their key; a minimum reads one row of each shelf. */
async function findSensors(
  { longRead }: Database,
  { device_id, sensor_no }: Sensor,
  until: number,
): Promise<SensorHours[]> {
  const turn = (until / dayMs) % runDays;
  const { rows } = await sql<SensorHours>`
    select s.device_id, s.sensor_no, s.device_id % ${runDays} = ${turn} as "isTurn",
      coalesce(s.recorded_at, 0) as recorded_at, coalesce((
      select min(h.hour) from hourly_rollups as h
      where h.device_id = s.device_id and h.sensor_no = s.sensor_no and h.shelf < case
        when s.device_id % ${runDays} = ${turn} then ${shelves.runs}::smallint
        else ${shelves.days}::smallint end
    ), ${until}) as oldest
    from sensors as s where (s.device_id, s.sensor_no) > (${device_id}, ${sensor_no})
    order by s.device_id, s.sensor_no limit ${sensorsAtOnce}`.execute(longRead);
  return rows;
}

/** A crash may undo it, since the next round does it again. */
const waitForNoDisk = prepared(
  'wait_for_no_disk',
  `select set_config('synchronous_commit', 'off', true)`,
);

function statementsOf({ shard }: Partition) {
  const { device_status, hourly_rollups } = shard?.tables ?? plainTables;
  const suffix = shard ? `_${shard.id}` : '';
  return {
    /**
     * As a batch holds it, or a late push would change a rollup that is on its way. Nothing of the device
     * is other than before, so what is remembered of it stays right.
     */
    holdDevice: prepared(
      `hold_device${suffix}`,
      `select device_id from ${device_status} where device_id = $1::bigint for update`,
    ),
    /** In the order in which they lie, which is that of time. */
    moveRollups: prepared(
      `move_rollups${suffix}`,
      `update ${hourly_rollups} set shelf = $5::smallint
       where device_id = $1::bigint and sensor_no = $2::integer and hour < $3::bigint
         and shelf = $4::smallint`,
    ),
  };
}

function prepared(name: string, text: string): PreparedStatement {
  return { name, text };
}

async function shelveDevice({ partitions }: Database, sensors: RipeSensor[]): Promise<void> {
  const deviceId = sensors[0]?.device_id ?? 0;
  const partition = partitions?.of(deviceId);
  if (!partition) return;
  const { holdDevice, moveRollups } = statementsOf(partition);
  const { present, days, runs } = shelves;
  const move = ({ sensor_no, until }: RipeSensor, from: number, to: number) => ({
    statement: moveRollups,
    values: [deviceId, sensor_no, until, from, to].map(String),
  });
  const moves = sensors.flatMap((sensor) =>
    sensor.isTurn
      ? [move(sensor, days, runs), move(sensor, present, runs)]
      : [move(sensor, present, days)],
  );
  await partition.run((pipeline) =>
    pipeline.commit(
      { statement: waitForNoDisk, values: [] },
      { statement: holdDevice, values: [String(deviceId)] },
      ...moves,
    ),
  );
}
