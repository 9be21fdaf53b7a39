import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { hourMs } from '../../kit/time/units.ts';

/** The instants by which messages are old, or have no age that is known. */
export type Ages = {
  /** What was accepted before this instant is old. */
  before: number;
  /** What was accepted after this one has its instant from a clock that was ahead. */
  ahead: number;
};

/** Clocks of servers that are set right differ by less. */
const aheadMs = hourMs;

/** @param before what was accepted before it is old, @param now the time by the same clock. */
export function agesBy(before: number, now: number): Ages {
  return { before, ahead: now + aheadMs };
}

/** True if messages behind one that was accepted at this instant may be old. */
export function mayBeOld(acceptedAt: number, { before, ahead }: Ages): boolean {
  return acceptedAt < before || acceptedAt > ahead;
}

/**
 * Finds the last old message of an account before the first that is young. All between are old, too: one
 * that a clock ahead has dated is older than the next one.
 * @param after the id behind which the search begins.
 */
export async function findLastOld(
  db: Db,
  { userId, after, before, ahead }: Ages & { userId: number; after: number },
): Promise<number | undefined> {
  // Computed, so that nobody walks over all messages in the order of their times.
  const acceptedAt = sql`created_at + 0`;
  const { rows } = await sql<{ id: number }>`
    select id from sms_messages
    where user_id = ${userId} and id > ${after} and ${acceptedAt} < ${before}
      and id < coalesce((
        select id from sms_messages
        where user_id = ${userId} and id > ${after}
          and ${acceptedAt} >= ${before} and ${acceptedAt} <= ${ahead}
        order by id limit 1), ${sql.lit(Number.MAX_SAFE_INTEGER)})
    order by id desc limit 1`.execute(db);
  return rows[0]?.id;
}
