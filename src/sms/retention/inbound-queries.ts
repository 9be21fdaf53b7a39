import type { Db } from '../../db/db.ts';

type Old = { before: number; limit: number };

/**
 * Deletes messages from phones that came before an instant, of the `limit` that were stored first.
 * @returns how many there were of them.
 */
export async function deleteOldInbound(db: Db, { before, limit }: Old): Promise<number> {
  const { numDeletedRows } = await db
    .with('first', (first) =>
      first.selectFrom('sms_inbound').select(['id', 'received_at']).orderBy('id').limit(limit),
    )
    .deleteFrom('sms_inbound')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('first').select('first.id').where('first.received_at', '<', before),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Empties the texts of at most `limit` messages from phones that came before an instant. */
export async function redactInbound(db: Db, { before, limit }: Old): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sms_inbound')
    .set({ body: null })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sms_inbound')
        .select('id')
        .where('body', 'is not', null)
        .where('received_at', '<', before)
        .orderBy('received_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
