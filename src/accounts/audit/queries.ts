import type { Selectable } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { AuditEntriesTable } from '../../db/tables/account-tables.ts';
import type { Program } from '../program-tokens/program-token.ts';

/** The acting person, with their address, and the program where one acts for them; null for an operator at the terminal. */
export type Actor = { userId: number; address: string; program?: Program } | null;

export const auditActions = [
  'credits_granted',
  'credits_taken_back',
  'sender_given',
  'sender_taken',
  'key_revoked',
  'account_suspended',
  'account_resumed',
  'messages_searched',
  'texts_read',
  'role_changed',
  'second_factor_removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

type Entry = {
  by: Actor;
  action: string;
  /** The user that it concerns, if any. */
  userId: number | null;
  /** Details, without secrets, since others read them. */
  facts: Record<string, string | number | boolean | null>;
  now: number;
};

/**
 * Enters an act of an administrator or operator, in the transaction that does it: neither is there without
 * the other. E-mails are entered as they are now, and stay so.
 */
export async function enterAudit(trx: Db, entry: Entry & { action: AuditAction }): Promise<void> {
  await enterFor(trx, [{ ...entry, deviceId: null }], entry);
}

/** Enters an act of a person at devices: an entry for each. */
export async function enterDeviceAudit(
  trx: Db,
  deviceIds: readonly number[],
  entry: Entry,
): Promise<void> {
  if (deviceIds.length > 0) {
    await enterFor(
      trx,
      deviceIds.map((deviceId) => ({ ...entry, deviceId })),
      entry,
    );
  }
}

/** What is entered of one device among many. */
export type DeviceEntry = Pick<Entry, 'action' | 'facts'> & { deviceId: number };

/** Enters acts of a person at devices, each with facts of its own. */
export async function enterDeviceAudits(
  trx: Db,
  entries: readonly DeviceEntry[],
  { by, now }: Pick<Entry, 'by' | 'now'>,
): Promise<void> {
  if (entries.length > 0) await enterFor(trx, entries, { by, userId: null, now });
}

async function enterFor(
  trx: Db,
  entries: readonly (Pick<Entry, 'action' | 'facts'> & { deviceId: number | null })[],
  { by, userId, now }: Pick<Entry, 'by' | 'userId' | 'now'>,
): Promise<void> {
  const actorId = by?.userId ?? null;
  // Of many entries each would ask for the same e-mail again.
  const known = entries.length > 1 ? await findEmails(trx, [actorId, userId]) : undefined;
  await trx
    .insertInto('audit_entries')
    .values((eb) => {
      const emailOf = (id: number | null) =>
        known
          ? (known.get(id) ?? null)
          : eb
              .selectFrom('users')
              .select('email')
              .where('id', '=', id ?? 0);
      return entries.map(({ deviceId, action, facts }) => ({
        actor_id: actorId,
        actor: emailOf(actorId),
        action,
        account_id: userId,
        account: emailOf(userId),
        device_id: deviceId,
        address: by?.address ?? null,
        facts: JSON.stringify(facts),
        created_at: now,
      }));
    })
    .execute();
}

async function findEmails(db: Db, ids: readonly (number | null)[]) {
  const wanted = ids.map((id) => id ?? 0);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', wanted)
    .execute();
  return new Map<number | null, string>(rows.map(({ id, email }) => [id, email]));
}

export type AuditEntry = Selectable<AuditEntriesTable>;

/** Finds entries about a device, newest first, before the entry with id `before`. */
export async function findDeviceAudit(
  db: Db,
  deviceId: number,
  { before, limit }: PageBefore,
): Promise<AuditEntry[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds acts of administrators, newest first; about one user where one is given. */
export async function findAuditEntries(
  db: Db,
  { userId, before, limit }: PageBefore & { userId: number | undefined },
): Promise<AuditEntry[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('device_id', 'is', null)
    .where('id', '<', before)
    .$if(userId !== undefined, (query) => query.where('account_id', '=', userId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** @returns the number of removed entries. */
export async function deleteOldAuditEntries(
  db: Db,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('id', 'in', (old) =>
      old.selectFrom('audit_entries').select('id').where('created_at', '<', until).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
