import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsLedgerTable } from '../../db/tables/sms-tables.ts';

export type Entry = Selectable<SmsLedgerTable>;

/** Entries of an account, newest first, from before the one with id `before`. */
export async function findEntries(
  db: Db,
  userId: number,
  { before, limit }: { before: number; limit: number },
): Promise<Entry[]> {
  return await db
    .selectFrom('sms_ledger')
    .select(['id', 'user_id', 'kind', 'credits', 'message_id', 'job_id', 'note', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
