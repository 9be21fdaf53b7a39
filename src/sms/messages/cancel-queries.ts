import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { statusesBefore } from '../message-states.ts';

/** A message whose row a transaction has changed. */
export type CancelledMessage = {
  id: number;
  user_id: number;
  job_id: number | null;
  status: string;
  cost: number;
  due_at: number | null;
};

export type Cancellation = { userId: number } & (
  | { messageId: number; jobId?: never }
  | { jobId: number; messageId?: never }
);

/** Cancels up to `limit` messages that were not sent and that nobody has in hand. */
export async function cancelSome(
  db: Db,
  { userId, messageId, jobId, limit }: Cancellation & { limit: number },
): Promise<CancelledMessage[]> {
  const isMeant =
    jobId === undefined ? sql`id = ${messageId}` : sql`job_id = ${jobId} and due_at is not null`;
  const cancellable = sql`status in (${sql.join(statusesBefore('cancel').map((status) => sql.lit(status)))})`;
  // The outer condition holds again for what another transaction has changed meanwhile.
  const { rows } = await sql<CancelledMessage>`
    update sms_messages set status = 'cancelled', due_at = null, error = null
    where user_id = ${userId} and id in (
      select id from sms_messages
      where user_id = ${userId} and ${isMeant} and lease_until is null and ${cancellable}
      order by id limit ${limit}
    ) and lease_until is null and ${cancellable}
    returning id, user_id, job_id, status, cost, due_at`.execute(db);
  return rows;
}
