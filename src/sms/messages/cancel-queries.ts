import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { type ChangedMessage, changedColumns, statusIsBefore } from '../dispatch/message-rows.ts';

export type Cancellation = { userId: number } & (
  | { messageId: number; jobId?: never }
  | { jobId: number; messageId?: never }
);

/**
 * Cancels up to `limit` messages that were not sent and that nobody has claimed, nor is claiming: fewer
 * are all that are left.
 */
export async function cancelSome(
  db: Db,
  engine: Engine,
  { userId, messageId, jobId, limit }: Cancellation & { limit: number },
): Promise<ChangedMessage[]> {
  const isMeant =
    jobId === undefined ? sql`id = ${messageId}` : sql`job_id = ${jobId} and due_at is not null`;
  const cancellable = statusIsBefore('cancel');
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'cancelled', due_at = null, error = null
    where user_id = ${userId} and id in (
      select id from sms_messages
      where user_id = ${userId} and ${isMeant} and claimed_by is null and ${cancellable}
      order by id limit ${limit}
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}
    ) and claimed_by is null and ${cancellable}
    returning ${changedColumns}`.execute(db);
  return rows;
}
