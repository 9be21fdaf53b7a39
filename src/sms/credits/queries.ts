import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { type RowOf, rowSet } from '../../db/row-set.ts';
import type { SmsAccountsTable, SmsLedgerTable } from '../../db/sms-tables.ts';

export type Credits = Pick<SmsAccountsTable, 'quota' | 'used'>;

/** @returns whether the account is new. */
export async function insertAccount(
  db: Db,
  account: Pick<SmsAccountsTable, 'user_id' | 'quota' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sms_accounts')
    .values({ ...account, used: 0, quiet_from: null, quiet_until: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findCredits(db: Db, userId: number): Promise<Credits | undefined> {
  return await db
    .selectFrom('sms_accounts')
    .select(['quota', 'used'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function raiseQuota(db: Db, userId: number, credits: number): Promise<Credits> {
  return await db
    .updateTable('sms_accounts')
    .set((eb) => ({ quota: eb('quota', '+', credits) }))
    .where('user_id', '=', userId)
    .returning(['quota', 'used'])
    .executeTakeFirstOrThrow();
}

/** Spends credits where there are enough: the one statement that keeps balances from falling below 0. */
export async function spend(db: Db, userId: number, credits: number): Promise<Credits | undefined> {
  const [after] = await spendCredits(db, { userId, credits });
  return after;
}

const spendCredits = prepare(
  ({ userId, credits }: { userId: number; credits: number }, _engine, db) =>
    db
      .updateTable('sms_accounts')
      .set((eb) => ({ used: eb('used', '+', credits) }))
      .where('user_id', '=', userId)
      .where((eb) => eb(eb('quota', '-', eb.ref('used')), '>=', credits))
      .returning(['quota', 'used']),
);

export async function giveBack(db: Db, userId: number, credits: number): Promise<void> {
  await db
    .updateTable('sms_accounts')
    .set((eb) => ({ used: eb('used', '-', credits) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function insertEntry(db: Db, entry: Insertable<SmsLedgerTable>): Promise<void> {
  await db.insertInto('sms_ledger').values(entry).execute();
}

/** Enters what is not entered yet; @returns what that was. */
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
