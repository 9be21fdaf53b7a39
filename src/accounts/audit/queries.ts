import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { AuditEntriesTable } from '../../db/tables/account-tables.ts';

/** Who does something: an administrator, from their address; null for whoever sits at the terminal. */
export type Actor = { userId: number; address: string } | null;

export const auditActions = [
  'credits_granted',
  'sender_given',
  'sender_taken',
  'key_revoked',
  'role_changed',
  'second_factor_removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

type Deed = {
  by: Actor;
  action: AuditAction;
  /** The user whom it concerns. */
  userId: number;
  /** What exactly; without secrets, since administrators read it. */
  facts: Record<string, string | number | null>;
  now: number;
};

/**
 * Enters what an administrator or operator does, in the transaction that does it: neither is there
 * without the other. E-mails are entered as they are now, and stay so.
 */
export async function enterAudit(trx: Db, { by, action, userId, facts, now }: Deed): Promise<void> {
  const actorId = by?.userId ?? null;
  await trx
    .insertInto('audit_entries')
    .values((eb) => {
      const emailOf = (id: number | null) =>
        eb
          .selectFrom('users')
          .select('email')
          .where('id', '=', id ?? 0);
      return {
        actor_id: actorId,
        actor: emailOf(actorId),
        action,
        account_id: userId,
        account: emailOf(userId),
        address: by?.address ?? null,
        facts: JSON.stringify(facts),
        created_at: now,
      };
    })
    .execute();
}

export type AuditEntry = Selectable<AuditEntriesTable>;

/** Entries, newest first, from before the one with id `before`; those about one user where one is named. */
export async function findAuditEntries(
  db: Db,
  { userId, before, limit }: { userId: number | undefined; before: number; limit: number },
): Promise<AuditEntry[]> {
  return await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('id', '<', before)
    .$if(userId !== undefined, (query) => query.where('account_id', '=', userId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** @returns how many it removed. */
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
