import type { Db } from '../../db/database.ts';

/** Devices with the name of their first configured sensor; unknown identities are left out. */
export function findDevicesByIdentity(db: Db, identities: string[]) {
  return db
    .selectFrom('devices as d')
    .select(['d.id', 'd.identity', 'd.key_version', 'd.key_required'])
    .select((eb) =>
      eb
        .selectFrom('sensor_configs as c')
        .select('c.sensor_name')
        .whereRef('c.device_id', '=', 'd.id')
        .orderBy('c.id')
        .limit(1)
        .as('first_sensor'),
    )
    .where('d.identity', 'in', identities)
    .execute();
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
