import type { Db } from '../../db/db.ts';

/** Before when imports were finished, or made and never stored whole, that are old. */
type OldImports = { finished: number; unready: number };

/** Finds imports that are to be deleted, in the order of their ids from behind `after`. */
export async function findOldImports(
  db: Db,
  { finished, unready, after, limit }: OldImports & { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('device_imports')
    .select('id')
    .where('created_at', '<', unready)
    .where(({ or, eb }) => or([eb('finished_at', '<', finished), eb('ready_at', 'is', null)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes some lines of an import, and itself once it has none. @returns how many lines. */
export async function deleteOldRows(db: Db, id: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('device_import_rows')
    .where('import_id', '=', id)
    .where('line', 'in', ({ selectFrom }) =>
      selectFrom('device_import_rows').select('line').where('import_id', '=', id).limit(limit),
    )
    .executeTakeFirst();
  const deleted = Number(numDeletedRows);
  if (deleted < limit) await db.deleteFrom('device_imports').where('id', '=', id).execute();
  return deleted;
}
