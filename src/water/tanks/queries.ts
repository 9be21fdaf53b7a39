import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { readingColumns } from '../../db/tables/reading-fields.ts';
import { hourMs } from '../../kit/time/units.ts';
import { devicesSeenBy } from '../access.ts';

/** Devices that a person may see, and that stand next to each other in the order of registration. */
export type DeviceRange = {
  userId: number;
  /** Ids of the first and the last of them. */
  first: number;
  last: number;
};

/** Devices that a person may see: those of a range, or those of some groups. */
export type TankSelection = DeviceRange | { userId: number; groupIds: readonly number[] };

/** The beginning of queries of them, as `devicesSeenBy`. */
export function selectedDevices(db: Db, selection: TankSelection) {
  const devices = devicesSeenBy(db, selection.userId);
  if ('first' in selection) {
    const { first, last } = selection;
    return devices.where('p.device_id', '>=', first).where('p.device_id', '<=', last);
  }
  return devices.where('p.device_id', 'in', ({ selectFrom }) =>
    selectFrom('group_devices').select('device_id').where('group_id', 'in', selection.groupIds),
  );
}

/** A sensor with its latest reading and the hours behind it. */
export type SensorRow = Awaited<ReturnType<typeof findSensors>>[number];

function sensorsOf(db: Db, selection: TankSelection) {
  return selectedDevices(db, selection).innerJoin('sensors as s', 's.device_id', 'd.id');
}

const newestHour = sql<number>`s.recorded_at - s.recorded_at % ${sql.lit(hourMs)}`;

/** How long the refills `r` ran since an instant. */
function sumOfFilling(since: number) {
  const begun = sql`case when r.begun_at < ${since} then ${since} else r.begun_at end`;
  return sql<number>`sum(r.ended_at - ${begun})`;
}

/**
 * The sensors of some devices in the order in which they came up: the latest reading, the first hour
 * since an instant, what was consumed from there to before the newest hour, how long refills ran
 * meanwhile, and the newest hour.
 */
export async function findSensors(
  { longRead: db }: Pick<Database, 'longRead'>,
  selection: TankSelection,
  since: number,
) {
  const hoursBefore = sensorsOf(db, selection)
    .innerJoin('hourly_rollups as h', (join) =>
      join.onRef('h.device_id', '=', 's.device_id').onRef('h.sensor_no', '=', 's.sensor_no'),
    )
    .where('h.hour', '>=', since)
    .where('h.hour', '<', newestHour)
    .groupBy(['s.device_id', 's.sensor_no'])
    .select(({ fn }) => [
      's.device_id',
      's.sensor_no',
      fn.min('h.hour').as('first_hour'),
      fn.sum<number>('h.consumed_level').as('consumed_level'),
      fn.sum<number>('h.consumed_volume').as('consumed_volume'),
    ])
    .as('u');
  const refills = sensorsOf(db, selection)
    .innerJoin('refills as r', (join) =>
      join.onRef('r.device_id', '=', 's.device_id').onRef('r.sensor_no', '=', 's.sensor_no'),
    )
    .where('r.hour', '>=', since)
    .where('r.ended_at', '>', since)
    .groupBy(['s.device_id', 's.sensor_no'])
    .select(['s.device_id', 's.sensor_no', sumOfFilling(since).as('filling_ms')])
    .as('q');
  return await sensorsOf(db, selection)
    .leftJoin(hoursBefore, (join) =>
      join.onRef('u.device_id', '=', 's.device_id').onRef('u.sensor_no', '=', 's.sensor_no'),
    )
    .leftJoin(refills, (join) =>
      join.onRef('q.device_id', '=', 's.device_id').onRef('q.sensor_no', '=', 's.sensor_no'),
    )
    .leftJoin('hourly_rollups as f', (join) =>
      join
        .onRef('f.device_id', '=', 's.device_id')
        .onRef('f.sensor_no', '=', 's.sensor_no')
        .onRef('f.hour', '=', 'u.first_hour'),
    )
    .leftJoin('hourly_rollups as n', (join) =>
      join
        .onRef('n.device_id', '=', 's.device_id')
        .onRef('n.sensor_no', '=', 's.sensor_no')
        .on('n.hour', '=', newestHour),
    )
    .select(['s.device_id', 's.sensor_no', 's.name', 's.recorded_at'])
    .select(readingColumns.map((column) => `s.${column}` as const))
    .select(['u.consumed_level', 'u.consumed_volume', 'q.filling_ms'])
    .select(['f.first_at as first_at', 'f.last_at as first_last_at'])
    .select(['f.last_volume as first_last_volume'])
    .select(['f.consumed_level as first_consumed_level'])
    .select(['f.consumed_volume as first_consumed_volume'])
    .select(['n.last_at as newest_at'])
    .select(['n.consumed_level as newest_consumed_level'])
    .select(['n.consumed_volume as newest_consumed_volume'])
    .orderBy('s.device_id')
    .orderBy('s.sensor_no')
    .execute();
}

/** What the sensors of some devices consumed since the begin of an hour. */
export async function findConsumed(
  { longRead: db }: Pick<Database, 'longRead'>,
  selection: TankSelection,
  since: number,
) {
  const hoursBefore = sensorsOf(db, selection)
    .innerJoin('hourly_rollups as h', (join) =>
      join.onRef('h.device_id', '=', 's.device_id').onRef('h.sensor_no', '=', 's.sensor_no'),
    )
    .where('h.hour', '>=', since)
    .where('h.hour', '<', newestHour)
    .groupBy(['s.device_id', 's.sensor_no'])
    .select(({ fn }) => [
      's.device_id',
      's.sensor_no',
      fn.sum<number>('h.consumed_level').as('level'),
      fn.sum<number>('h.consumed_volume').as('volume'),
    ])
    .as('u');
  const inAll = (before: 'level' | 'volume', newest: 'consumed_level' | 'consumed_volume') =>
    sql<number>`coalesce(${sql.ref(`u.${before}`)}, 0) + coalesce(${sql.ref(`n.${newest}`)}, 0)`;
  return await sensorsOf(db, selection)
    .leftJoin(hoursBefore, (join) =>
      join.onRef('u.device_id', '=', 's.device_id').onRef('u.sensor_no', '=', 's.sensor_no'),
    )
    .leftJoin('hourly_rollups as n', (join) =>
      join
        .onRef('n.device_id', '=', 's.device_id')
        .onRef('n.sensor_no', '=', 's.sensor_no')
        .on('n.hour', '=', newestHour),
    )
    .where('s.recorded_at', '>=', since)
    .select(['s.device_id', 's.sensor_no'])
    .select([
      inAll('level', 'consumed_level').as('consumed_level'),
      inAll('volume', 'consumed_volume').as('consumed_volume'),
    ])
    .execute();
}

/** The configurations of some devices in the order of creation. */
export async function findConfigsOf(db: Db, selection: TankSelection) {
  return await selectedDevices(db, selection)
    .innerJoin('sensor_configs as c', 'c.device_id', 'd.id')
    .select(['c.device_id', 'c.sensor_name'])
    .select(['c.capacity', 'c.high_threshold', 'c.low_threshold'])
    .orderBy('c.id')
    .execute();
}

/**
 * The newest pump command of each device that ever got one. Its device is named by a table that a
 * cluster spreads by it, as `devices` is not: else the inner query would belong to no shard.
 */
export async function findNewestCommands(db: Db, range: DeviceRange) {
  return await selectedDevices(db, range)
    .innerJoin('device_status as s', 's.device_id', 'd.id')
    .innerJoin('pump_commands as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').on('c.id', '=', (eb) =>
        eb
          .selectFrom('pump_commands as n')
          .select(({ fn }) => fn.max('n.id').as('id'))
          .whereRef('n.device_id', '=', 's.device_id'),
      ),
    )
    .selectAll('c')
    .execute();
}
