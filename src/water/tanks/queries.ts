import type { Db } from '../../db/database.ts';

/** The sensors of some devices with their latest readings, in the order in which they came up. */
export async function findSensorsOf(db: Db, deviceIds: number[]) {
  return await db
    .selectFrom('sensors')
    .select(['device_id', 'sensor_no', 'name', 'recorded_at', 'level', 'level_cm', 'volume'])
    .select(['temperature', 'pump', 'status'])
    .where('device_id', 'in', deviceIds)
    .orderBy('device_id')
    .orderBy('sensor_no')
    .execute();
}

/** The configured sensors of some devices. */
export async function findConfigsOf(db: Db, deviceIds: number[]) {
  return await db
    .selectFrom('sensor_configs')
    .select(['device_id', 'sensor_name', 'capacity', 'high_threshold', 'low_threshold'])
    .where('device_id', 'in', deviceIds)
    .orderBy('id')
    .execute();
}

/**
 * What the rollups from an hour on come to, sensor by sensor. The hour that is still open may not be
 * among them: of a week it would be half a percent.
 */
export async function sumUpUse(db: Db, deviceIds: number[], from: number) {
  return await db
    .selectFrom('hourly_rollups')
    .select(['device_id', 'sensor_no'])
    .select(({ fn }) => [
      fn.min('hour').as('first_hour'),
      fn.max('hour').as('last_hour'),
      fn.sum<number>('consumed_level').as('consumed_level'),
      fn.sum<number>('consumed_volume').as('consumed_volume'),
      fn.count<number>('last_volume').as('with_volume'),
    ])
    .where('device_id', 'in', deviceIds)
    .where('hour', '>=', from)
    .groupBy(['device_id', 'sensor_no'])
    .execute();
}

export async function countUnreadOf(db: Db, deviceIds: number[]) {
  return await db
    .selectFrom('alerts')
    .select('device_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', 'in', deviceIds)
    .where('read_at', 'is', null)
    .groupBy('device_id')
    .execute();
}

/** The newest pump command of each device that ever had one. */
export async function findNewestCommands(db: Db, deviceIds: number[]) {
  return await db
    .selectFrom('devices as d')
    .innerJoin('pump_commands as c', (join) =>
      join.onRef('c.device_id', '=', 'd.id').on('c.id', '=', (eb) =>
        eb
          .selectFrom('pump_commands as n')
          .select(({ fn }) => fn.max('n.id').as('id'))
          .whereRef('n.device_id', '=', 'd.id'),
      ),
    )
    .selectAll('c')
    .where('d.id', 'in', deviceIds)
    .execute();
}
