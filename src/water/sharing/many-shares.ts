import type { Insertable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SharesTable } from '../../db/tables/device-tables.ts';
import { rankOf } from '../access.ts';

/** Finds the people of some devices, and the open invitations to them; deletes those that have expired. */
export async function findSharesAt(trx: Db, deviceIds: readonly number[], now: number) {
  if (deviceIds.length === 0) return [];
  await trx
    .deleteFrom('shares')
    .where('device_id', 'in', deviceIds)
    .where('expires_at', '<=', now)
    .execute();
  return await trx
    .selectFrom('shares')
    .select(['id', 'device_id', 'email_key', 'phone', 'accepted_at'])
    .where('device_id', 'in', deviceIds)
    .where('role', '<', rankOf('owner'))
    .execute();
}

export async function deleteSharesById(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('shares').where('id', 'in', ids).execute();
}

export async function insertShares(
  trx: Db,
  shares: readonly Insertable<SharesTable>[],
): Promise<void> {
  if (shares.length > 0) {
    await trx
      .insertInto('shares')
      .values([...shares])
      .execute();
  }
}
