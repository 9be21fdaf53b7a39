import { type Insertable, sql } from 'kysely';
import type { Database, Db } from '../../db/database.ts';
import { rowSet } from '../../db/row-set.ts';
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
  return await db
    .updateTable('sms_accounts')
    .set((eb) => ({ used: eb('used', '+', credits) }))
    .where('user_id', '=', userId)
    .where((eb) => eb(eb('quota', '-', eb.ref('used')), '>=', credits))
    .returning(['quota', 'used'])
    .executeTakeFirst();
}

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
  engine: Database['engine'],
  messages: readonly { id: number; user_id: number; cost: number }[],
  now: number,
): Promise<void> {
  const columns = { id: 'bigint', user_id: 'bigint', cost: 'bigint' } as const;
  const rows = messages.map(({ id, user_id, cost }) => ({ id, user_id, cost }));
  await sql`
    insert into sms_ledger (user_id, kind, credits, message_id, created_at)
    select user_id, 'charge', -cost, id, ${now} from ${rowSet(engine, columns, rows)} as v`.execute(
    db,
  );
}
