import type { Db } from '../../db/database.ts';

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
  // Of a device the first comes last.
  return new Map(rows.map(({ device_id, sensor_name }) => [device_id, sensor_name]));
}

/** Those of the devices that were not heard of after an instant. */
export async function findSilent(db: Db, ids: number[], until: number): Promise<number[]> {
  const rows = await db
    .selectFrom('device_status')
    .select('device_id')
    .where('device_id', 'in', ids)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', until)]))
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Notes that devices were heard of; never moves the instant back. */
export async function touchDevices(db: Db, ids: number[], now: number): Promise<void> {
  await db
    .updateTable('device_status')
    .set({ last_seen_at: now })
    .where('device_id', 'in', ids)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', now)]))
    .execute();
}
