import type { Insertable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DevicesTable } from '../../db/tables/device-tables.ts';

/** Statements on many devices at once: at most some hundred, for the parameters that a statement may have. */

/** Inserts devices with their status. @returns those whose identity nobody had registered. */
export async function insertDevices(
  trx: Db,
  devices: readonly Insertable<DevicesTable>[],
): Promise<{ id: number; identity: string }[]> {
  if (devices.length === 0) return [];
  const inserted = await trx
    .insertInto('devices')
    .values([...devices])
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returning(['id', 'identity'])
    .execute();
  if (inserted.length === 0) return [];
  await trx
    .insertInto('device_status')
    .values(inserted.map(({ id }) => ({ device_id: id })))
    .execute();
  return inserted;
}

/** Anybody's devices: whose they are must be kept from those who may not see them. */
export async function findDevicesByIdentity(db: Db, identities: readonly string[]) {
  if (identities.length === 0) return [];
  return await db
    .selectFrom('devices')
    .select(['id', 'identity', 'owner_id', 'name', 'key_required'])
    .where('identity', 'in', identities)
    .execute();
}
