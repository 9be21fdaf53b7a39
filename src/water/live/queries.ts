import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { StreamTicketsTable } from '../../db/tables/device-tables.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';

export async function insertTicket(db: Db, ticket: Selectable<StreamTicketsTable>): Promise<void> {
  await db.insertInto('stream_tickets').values(ticket).execute();
}

/**
 * Deletes a ticket: of several simultaneous attempts, one gets it.
 * @returns its session, or undefined where there is no such ticket or it has expired.
 */
export async function takeTicket(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('stream_tickets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst();
  return row?.session_id;
}

/** Deletes at most `limit` tickets that have expired, or end later than any can. @returns their number. */
export async function deleteExpiredTickets(
  db: Db,
  { now, lifeMs, limit }: { now: number; lifeMs: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stream_tickets')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('stream_tickets')
        .select('token_hash')
        .where((end) =>
          end.or([end('expires_at', '<=', now), end('expires_at', '>', latestEnd(now, lifeMs))]),
        )
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
