import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { readingColumns } from '../../db/tables/reading-fields.ts';
import { hourMs } from '../../kit/time/units.ts';
import { devicesSeenBy, type Viewer } from '../access.ts';

/** Devices that a viewer may see, contiguous in the order of registration. */
export type DeviceRange = Viewer & {
  /** Ids of the first and the last of them. */
  first: number;
  last: number;
};

/** Devices that a viewer may see: those of a range, or those of some groups. */
export type TankSelection = DeviceRange | (Viewer & { groupIds: readonly number[] });

/** Begins a query of them, as `devicesSeenBy` does. */
export function selectedDevices(db: Db, selection: TankSelection) {
  const devices = devicesSeenBy(db, selection);
  if ('first' in selection) {
    const { first, last } = selection;
    return devices.where('p.device_id', '>=', first).where('p.device_id', '<=', last);
  }
  return devices.where('p.device_id', 'in', ({ selectFrom }) =>
    selectFrom('group_devices').select('device_id').where('group_id', 'in', selection.groupIds),
  );
}

export type SensorRow = Awaited<ReturnType<typeof findSensors>>[number];

function sensorsOf(db: Db, selection: TankSelection) {
  return selectedDevices(db, selection).innerJoin('sensors as s', 's.device_id', 'd.id');
}

const newestHour = sql<number>`s.recorded_at - s.recorded_at % ${sql.lit(hourMs)}`;

/**
 * Finds the sensors of some devices in the order in which they were first seen, with latest reading and pump.
 */
export async function findSensors(
  { longRead: db }: Pick<Database, 'longRead'>,
  selection: TankSelection,
) {
  return await sensorsOf(db, selection)
    .select(['s.device_id', 's.sensor_no', 's.name', 's.recorded_at', 's.pump_state'])
    .select(readingColumns.map((column) => `s.${column}` as const))
    .orderBy('s.device_id')
    .orderBy('s.sensor_no')
    .execute();
}

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
      fn.sum<number>('h.consumed_level').as('consumed_level'),
      fn.sum<number>('h.consumed_volume').as('consumed_volume'),
    ])
    .as('u');
  const inAll = (column: 'consumed_level' | 'consumed_volume') =>
    sql<number>`coalesce(${sql.ref(`u.${column}`)}, 0) + coalesce(${sql.ref(`n.${column}`)}, 0)`;
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
      inAll('consumed_level').as('consumed_level'),
      inAll('consumed_volume').as('consumed_volume'),
    ])
    .execute();
}

/**
 * Finds the first hour since an instant of each sensor that was heard of since then, and when its last reading before
 * that was; null where it had none.
 */
export async function findFirstHours(
  { longRead: db }: Pick<Database, 'longRead'>,
  selection: TankSelection,
  since: number,
) {
  return await sensorsOf(db, selection)
    .innerJoin('hourly_rollups as f', (join) =>
      join
        .onRef('f.device_id', '=', 's.device_id')
        .onRef('f.sensor_no', '=', 's.sensor_no')
        .on('f.hour', '=', ({ selectFrom }) =>
          selectFrom('hourly_rollups as m')
            .select(({ fn }) => fn.min('m.hour').as('hour'))
            .whereRef('m.device_id', '=', 's.device_id')
            .whereRef('m.sensor_no', '=', 's.sensor_no')
            .where('m.hour', '>=', since),
        ),
    )
    .where('s.recorded_at', '>=', since)
    .select(['s.device_id', 's.sensor_no', 'f.count', 'f.first_at'])
    .select(['f.consumed_level', 'f.consumed_volume', 'f.gap_level', 'f.gap_volume'])
    .select(({ selectFrom }) =>
      selectFrom('hourly_rollups as b')
        .select('b.last_at')
        .whereRef('b.device_id', '=', 's.device_id')
        .whereRef('b.sensor_no', '=', 's.sensor_no')
        .where('b.hour', '<', since)
        .orderBy('b.hour', 'desc')
        .limit(1)
        .as('before_at'),
    )
    .execute();
}

/** Tracker and habit of a sensor, from which its use and its doubt follow; no habit is null. */
export type TrackedSensor = Awaited<ReturnType<typeof findTracked>>[number];

export async function findTracked(
  { longRead: db }: Pick<Database, 'longRead'>,
  selection: TankSelection,
) {
  return await sensorsOf(db, selection)
    .innerJoin('hourly_rollups as n', (join) =>
      join
        .onRef('n.device_id', '=', 's.device_id')
        .onRef('n.sensor_no', '=', 's.sensor_no')
        .on('n.hour', '=', newestHour),
    )
    .leftJoin('use_habits as u', (join) =>
      join.onRef('u.device_id', '=', 's.device_id').onRef('u.sensor_no', '=', 's.sensor_no'),
    )
    .select(['s.device_id', 's.sensor_no', 'n.tracker'])
    .select(['u.learnt_at', 'u.timezone', 'u.is_litres', 'u.habit'])
    .execute();
}

export async function findConfigsOf(db: Db, selection: TankSelection) {
  return await selectedDevices(db, selection)
    .innerJoin('sensor_configs as c', 'c.device_id', 'd.id')
    .select(['c.device_id', 'c.sensor_name'])
    .select(['c.capacity', 'c.high_threshold', 'c.low_threshold'])
    .orderBy('c.id')
    .execute();
}

/**
 * Finds the newest pump command of each of some devices. The device comes from a table that a cluster
 * distributes by device, as `devices` is not: else the inner query would belong to no shard.
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
