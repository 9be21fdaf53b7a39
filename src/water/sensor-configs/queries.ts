import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SensorConfigsTable } from '../../db/tables/tank-tables.ts';
import { devicesSeenBy } from '../access.ts';

export type SensorConfig = Selectable<SensorConfigsTable>;

export async function findConfigs(db: Db, deviceId: number): Promise<SensorConfig[]> {
  return await db
    .selectFrom('sensor_configs')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute();
}

export async function findConfig(
  db: Db,
  deviceId: number,
  sensorName: string,
): Promise<SensorConfig | undefined> {
  return await db
    .selectFrom('sensor_configs')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .executeTakeFirst();
}

/** Finds the device of a configuration, if the person may see it, with the person's role there. */
export async function findDeviceOfConfig(db: Db, userId: number, id: number) {
  return await devicesSeenBy(db, { userId })
    .innerJoin('sensor_configs as c', 'c.device_id', 'd.id')
    .select(['d.id', 'd.identity', 'p.role', 'c.sensor_name'])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

export async function insertConfig(
  db: Db,
  config: Insertable<SensorConfigsTable>,
): Promise<SensorConfig> {
  return await db
    .insertInto('sensor_configs')
    .values(config)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts configurations of devices that have none. */
export async function insertConfigs(
  trx: Db,
  configs: readonly Insertable<SensorConfigsTable>[],
): Promise<void> {
  if (configs.length > 0) {
    await trx
      .insertInto('sensor_configs')
      .values([...configs])
      .execute();
  }
}

export type ConfigChanges = Partial<
  Omit<SensorConfig, 'id' | 'device_id' | 'sensor_name' | 'created_at'>
> &
  Pick<SensorConfig, 'updated_at'>;

export async function updateConfig(
  db: Db,
  { device_id, id }: Pick<SensorConfig, 'device_id' | 'id'>,
  changes: ConfigChanges,
): Promise<SensorConfig> {
  return await db
    .updateTable('sensor_configs')
    .set(changes)
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns true if there was one. */
export async function deleteConfigOfSensor(
  db: Db,
  deviceId: number,
  sensorName: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sensor_configs')
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns true if it still existed. */
export async function deleteConfig(
  db: Db,
  { device_id, id }: Pick<SensorConfig, 'device_id' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sensor_configs')
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
