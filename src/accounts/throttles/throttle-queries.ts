import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Runs a statement that `rate-limiter-flexible` wrote; the answer is what `pg` would give. */
export async function runThrottleStatement(db: Db, text: string, values: unknown[]) {
  const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
}

/** Has the counts of a name end in `lifeMs` that end later, as a clock leaves them that was ahead. */
export async function shortenThrottles(
  db: Db,
  { name, now, lifeMs }: { name: string; now: number; lifeMs: number },
): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ expire: now + lifeMs })
    .where('key', 'like', `${name}:%`)
    .where('expire', '>', now + lifeMs)
    .execute();
}

/** @returns how many it removed. */
export async function deleteExpiredThrottles(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('throttles')
    .where('key', 'in', (expired) =>
      expired.selectFrom('throttles').select('key').where('expire', '<=', now).limit(limit),
    )
    // A count that begins anew meanwhile stays.
    .where('expire', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
