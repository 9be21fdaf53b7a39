import { type Selectable, sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import type { SmsOptOutsTable } from '../../db/tables/sms-tables.ts';
import { chunksOf } from '../../kit/chunks.ts';

export type OptOut = Selectable<SmsOptOutsTable>;

/** Finds an account's opt-outs in the order of their numbers, from after `after`. */
export async function findOptOuts(
  db: Db,
  userId: number,
  { after, limit }: { after: string; limit: number },
): Promise<OptOut[]> {
  return await db
    .selectFrom('sms_opt_outs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('phone', '>', after)
    .orderBy('phone')
    .limit(limit)
    .execute();
}

/** Opt-outs of one statement, a few parameters each. */
const chunkSize = 500;

/**
 * Adds opt-outs, in a transaction of the caller; one that is known stays as it is.
 * @returns how many were new.
 */
export async function insertOptOuts(trx: Db, optOuts: readonly OptOut[]): Promise<number> {
  let count = 0;
  for (const chunk of chunksOf(optOuts, chunkSize)) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('sms_opt_outs')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['user_id', 'phone']).doNothing())
      .executeTakeFirst();
    count += Number(numInsertedOrUpdatedRows);
  }
  return count;
}

/** Deletes opt-outs of accounts that a phone itself asked for; those that their owners added stay. */
export async function deleteAskedOptOuts(db: Db, userIds: number[], phone: string): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('sms_opt_outs')
    .where('user_id', 'in', userIds)
    .where('phone', '=', phone)
    .where('source', '=', 'inbound')
    .execute();
}

/** Deletes an opt-out. @returns it; undefined where there was none. */
export async function deleteOptOut(
  db: Db,
  userId: number,
  phone: string,
): Promise<OptOut | undefined> {
  return await db
    .deleteFrom('sms_opt_outs')
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .returningAll()
    .executeTakeFirst();
}

/** Finds those of the phones that have opted out of the account's promotional messages. */
export async function findOptedOut(
  db: Db,
  engine: Engine,
  recipients: { user_id: number; phone: string }[],
): Promise<{ user_id: number; phone: string }[]> {
  if (recipients.length === 0) return [];
  const columns = { user_id: 'bigint', phone: 'text' } as const;
  const { rows } = await sql<{ user_id: number; phone: string }>`
    select o.user_id, o.phone from ${rowSet(engine, columns, recipients)} as v
    join sms_opt_outs as o on o.user_id = v.user_id and o.phone = v.phone`.execute(db);
  return rows;
}
