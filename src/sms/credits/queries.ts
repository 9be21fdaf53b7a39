import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { type RowOf, rowSet } from '../../db/row-set.ts';
import type { SmsAccountsTable, SmsLedgerTable } from '../../db/tables/sms-tables.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { isBehind } from '../files/dated-page.ts';
import { suspensionColumns } from '../suspension/queries.ts';
import { lowAfter } from './low-balance.ts';
import { trialNote } from './trial-note.ts';

export type Credits = Pick<Selectable<SmsAccountsTable>, (typeof creditColumns)[number]>;
export type Entry = Selectable<SmsLedgerTable>;

const creditColumns = ['quota', 'used', 'is_trial', 'low_balance', 'is_low'] as const;

/** Opens an account without any credits. @returns true if the account is new. */
export async function insertAccount(
  db: Db,
  account: Pick<SmsAccountsTable, 'user_id' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sms_accounts')
    .values({ ...account, quota: 0, used: 0, is_trial: 1, quiet_from: null, quiet_until: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Finds the credits of an account, and whether they may be spent. */
export async function findCredits(db: Db, userId: number) {
  return await db
    .selectFrom('sms_accounts')
    .select([...creditColumns, ...suspensionColumns])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** True where an account has so many credits that are not spent. */
function hasUnused(credits: number) {
  return sql<boolean>`quota - used >= ${credits}`;
}

/** @param isTrial true if the account still has nothing but trial credits. */
export async function raiseQuota(
  db: Db,
  userId: number,
  { credits, isTrial }: { credits: number; isTrial: boolean },
): Promise<Credits> {
  return await db
    .updateTable('sms_accounts')
    .set((eb) => ({
      quota: eb('quota', '+', credits),
      is_trial: isTrial ? 1 : 0,
      ...lowAfter('is topped up', credits),
    }))
    .where('user_id', '=', userId)
    .returning(creditColumns)
    .executeTakeFirstOrThrow();
}

/** What an account was granted as it was opened: its first entry. */
const trialGrant = sql<number>`coalesce((
  select case when l.kind = 'grant' and l.note = ${sql.lit(trialNote)} then l.credits else 0 end
  from sms_ledger as l where l.user_id = sms_accounts.user_id order by l.id limit 1), 0)`;

/**
 * Lowers what an account was granted, where so much of it is unused; one that is left with no more than its trial
 * credits is on trial again. @returns undefined where it is not unused.
 */
export async function lowerQuota(
  db: Db,
  userId: number,
  credits: number,
): Promise<Credits | undefined> {
  return await db
    .updateTable('sms_accounts')
    .set((eb) => ({
      quota: eb('quota', '-', credits),
      is_trial: sql`case when quota - ${credits} <= ${trialGrant} then 1 else is_trial end`,
      ...lowAfter('falls', credits),
    }))
    .where('user_id', '=', userId)
    .where(hasUnused(credits))
    .returning(creditColumns)
    .executeTakeFirst();
}

/** Largest difference between the clocks of two processes. */
const skewMs = minuteMs;

/**
 * Counts one more account of a network that gets trial credits, within the day that began with the first
 * of them. One statement, so that accounts that are opened at once cannot pass the limit together.
 * @returns true if it was still within the limit.
 */
export async function countTrial(
  db: Db,
  { networkKey, limit, now }: { networkKey: string; limit: number; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sms_trial_windows as w (network_key, started_at, count)
    values (${networkKey}, ${now}, 1)
    on conflict (network_key) do update set
      count = case when ${isOver(now)} then 1 else w.count + 1 end,
      started_at = case when ${isOver(now)} then excluded.started_at else w.started_at end
    where w.count < ${limit} or ${isOver(now)}
    returning count`.execute(db);
  return rows.length > 0;
}

/** Also where it began in the future: once a clock is set back, the day must not last until it is there again. */
function isOver(now: number) {
  return sql`(w.started_at <= ${now - dayMs} or w.started_at > ${now + skewMs})`;
}

/** Deletes counts whose day is over. @returns their number. */
export async function deleteOldTrialWindows(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_trial_windows')
    .where('network_key', 'in', (old) =>
      old
        .selectFrom('sms_trial_windows')
        .select('network_key')
        .where('started_at', '<=', now - dayMs)
        .limit(limit),
    )
    // A day that begins anew meanwhile stays.
    .where('started_at', '<=', now - dayMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Spends credits where there are enough and the account is not suspended: the one statement that keeps balances from falling below 0. */
export async function spend(db: Db, userId: number, credits: number): Promise<Credits | undefined> {
  const [after] = await spendCredits(db, { userId, credits });
  return after;
}

const spendCredits = prepare(
  ({ userId, credits }: { userId: number; credits: number }, _engine, db) =>
    db
      .updateTable('sms_accounts')
      .set((eb) => ({
        used: eb('used', '+', credits),
        ...lowAfter('falls', credits),
      }))
      .where('user_id', '=', userId)
      .where(hasUnused(credits))
      // Here, so that no message can come between a suspension and the look for it.
      .where('suspended_at', 'is', null)
      .returning(creditColumns),
);

export async function giveBack(db: Db, userId: number, credits: number): Promise<void> {
  await db
    .updateTable('sms_accounts')
    .set((eb) => ({ used: eb('used', '-', credits), ...lowAfter('is refunded', credits) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function insertEntry(db: Db, entry: Insertable<SmsLedgerTable>): Promise<void> {
  await db.insertInto('sms_ledger').values(entry).execute();
}

/** Entries of a time `[from, to)`; both ends may be open. */
type EntryFilter = PageBefore & {
  from?: number | undefined;
  to?: number | undefined;
  /** When the entry `before` was made, where a time is asked for. */
  beforeAt?: number | undefined;
};

/**
 * Finds entries of an account, newest first, from before the one with id `before`. Those of a time are in
 * the order of it, by the index that has it first.
 */
export async function findEntries(
  db: Db,
  userId: number,
  { before, limit, from, to, beforeAt }: EntryFilter,
): Promise<Entry[]> {
  const isDated = from !== undefined || to !== undefined;
  return await db
    .selectFrom('sms_ledger')
    .select(['id', 'user_id', 'kind', 'credits', 'message_id', 'job_id', 'note', 'created_at'])
    .where('user_id', '=', userId)
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? 0))
    .where(isBehind({ before, beforeAt }))
    .$if(isDated, (query) => query.orderBy('created_at', 'desc'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** When an entry was made; undefined where there is none. */
export async function findEntryTime(
  db: Db,
  userId: number,
  id: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sms_ledger')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.created_at;
}

/** Enters refunds that are not entered yet. @returns those. */
export async function insertRefunds(
  db: Db,
  entries: Insertable<SmsLedgerTable>[],
): Promise<{ user_id: number; credits: number }[]> {
  return await db
    .insertInto('sms_ledger')
    .values(entries)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'credits'])
    .execute();
}

export async function insertCharges(
  db: Db,
  messages: readonly RowOf<typeof chargeColumns>[],
  now: number,
): Promise<void> {
  await insertChargeRows(db, { messages, now });
}

const chargeColumns = { id: 'bigint', user_id: 'bigint', cost: 'bigint' } as const;
type Charges = { messages: readonly RowOf<typeof chargeColumns>[]; now: number };

const insertChargeRows = prepare(
  ({ messages, now }: Charges, engine) => sql`
    insert into sms_ledger (user_id, kind, credits, message_id, created_at)
    select user_id, 'charge', -cost, id, ${now}
    from ${rowSet(engine, chargeColumns, messages)} as v`,
);
