import type { Db } from '../../db/db.ts';

/**
 * Devices with the name of their first configured sensor; unknown identities are left out. Two
 * statements, since in a cluster the configurations stand on other servers than the whole of `devices`.
 */
export async function findDevicesByIdentity(db: Db, identities: string[]) {
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'identity', 'key_version', 'key_required'])
    .where('identity', 'in', identities)
    .execute();
  const names = await findFirstSensors(
    db,
    devices.map(({ id }) => id),
  );
  return devices.map((device) => ({ ...device, first_sensor: names.get(device.id) }));
}

async function findFirstSensors(db: Db, deviceIds: number[]): Promise<Map<number, string>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sensor_configs')
    .select(['device_id', 'sensor_name'])
    .where('device_id', 'in', deviceIds)
    .orderBy('id', 'desc')
    .execute();
  // Newest first, so that the map keeps the oldest of each device.
  return new Map(rows.map(({ device_id, sensor_name }) => [device_id, sensor_name]));
}
