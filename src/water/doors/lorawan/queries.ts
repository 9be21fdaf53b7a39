import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type {
  LorawanDevicesTable,
  LorawanMappingsTable,
  LorawanSecretsTable,
} from '../../../db/tables/lorawan-tables.ts';

export type Secret = Omit<Selectable<LorawanSecretsTable>, 'secret_hash'>;
export type MappingRow = Selectable<LorawanMappingsTable>;
export type HeardDevice = Selectable<LorawanDevicesTable>;

const secretColumns = [
  'id',
  'user_id',
  'name',
  'network',
  'prefix',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const;

export async function countSecrets(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('lorawan_secrets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertSecret(
  db: Db,
  secret: Insertable<LorawanSecretsTable>,
): Promise<Secret> {
  return await db
    .insertInto('lorawan_secrets')
    .values(secret)
    .returning(secretColumns)
    .executeTakeFirstOrThrow();
}

/** Finds an account's good secrets, newest first. */
export async function findSecrets(db: Db, userId: number): Promise<Secret[]> {
  return await db
    .selectFrom('lorawan_secrets')
    .select(secretColumns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Finds the good secret with a hash, for a network. */
export async function findSecretInUse(
  db: Db,
  { network, hash }: { network: string; hash: string },
): Promise<Secret | undefined> {
  return await db
    .selectFrom('lorawan_secrets')
    .select(secretColumns)
    .where('secret_hash', '=', hash)
    .where('network', '=', network)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** @returns the secret as it was; undefined where the account has no such good one. */
export async function revokeSecret(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<Secret | undefined> {
  return await db
    .updateTable('lorawan_secrets')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(secretColumns)
    .executeTakeFirst();
}

export async function saveSecretUse(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('lorawan_secrets').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Finds an account's mappings, by the names of their profiles. */
export async function findMappings(db: Db, userId: number): Promise<MappingRow[]> {
  return await db
    .selectFrom('lorawan_mappings')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('profile_key')
    .execute();
}

/** Stores the mapping of a profile, in place of the one that it had. */
export async function saveMapping(
  db: Db,
  mapping: Insertable<LorawanMappingsTable>,
): Promise<MappingRow> {
  const { profile, mapping: text, changed_at } = mapping;
  return await db
    .insertInto('lorawan_mappings')
    .values(mapping)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'profile_key'])
        .doUpdateSet({ profile, mapping: text, changed_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns the mapping as it was; undefined where the account has no such one. */
export async function deleteMapping(
  db: Db,
  userId: number,
  id: number,
): Promise<MappingRow | undefined> {
  return await db
    .deleteFrom('lorawan_mappings')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Finds what was last heard of a device through an account's network server. */
export async function findHeard(
  db: Db,
  { userId, deviceId }: { userId: number; deviceId: number },
): Promise<HeardDevice | undefined> {
  return await db
    .selectFrom('lorawan_devices')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Finds an account's devices that were heard through its network servers, with their names. */
export async function findHeardDevices(
  db: Db,
  userId: number,
  { after, limit }: { after: number; limit: number },
) {
  return await db
    .selectFrom('lorawan_devices as h')
    .innerJoin('devices as d', 'd.id', 'h.device_id')
    .select(['h.device_id', 'h.message', 'h.heard_at', 'd.mac_or_serial', 'd.name'])
    .where('h.user_id', '=', userId)
    .whereRef('d.owner_id', '=', 'h.user_id')
    .where('h.device_id', '>', after)
    .orderBy('h.device_id')
    .limit(limit)
    .execute();
}

/** Keeps what was last heard of devices, each of which is there once. */
export async function saveHeard(db: Db, rows: Insertable<LorawanDevicesTable>[]): Promise<void> {
  await db
    .insertInto('lorawan_devices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        message: eb.ref('excluded.message'),
        recent_ids: eb.ref('excluded.recent_ids'),
        heard_at: eb.ref('excluded.heard_at'),
      })),
    )
    .execute();
}
