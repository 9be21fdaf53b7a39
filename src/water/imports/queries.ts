import type { Insertable, Selectable } from 'kysely';
import type { Db, PageAfter, PageBefore } from '../../db/db.ts';
import type {
  DeviceImportRowsTable,
  DeviceImportsTable,
  ImportRowStatus,
} from '../../db/tables/device-tables.ts';
import { leastRank } from '../access.ts';

export type Import = Selectable<DeviceImportsTable>;
export type ImportRow = Selectable<DeviceImportRowsTable>;

/** Inserts an import, unless the person has sent this file before. */
export async function insertImport(db: Db, row: Insertable<DeviceImportsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await db
    .insertInto('device_imports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'digest']).doNothing())
    .executeTakeFirst();
  return count > 0n;
}

export async function findImportOfFile(
  db: Db,
  userId: number,
  digest: string,
): Promise<Import | undefined> {
  return await db
    .selectFrom('device_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Finds an import of a person whose lines are all stored. */
export async function findImport(db: Db, userId: number, id: number): Promise<Import | undefined> {
  return await db
    .selectFrom('device_imports')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ready_at', 'is not', null)
    .executeTakeFirst();
}

/** Finds a person's imports, newest first, from before the one with id `before`. */
export async function findImports(
  db: Db,
  userId: number,
  { before, limit }: PageBefore,
): Promise<Import[]> {
  return await db
    .selectFrom('device_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .where('ready_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts the imports of a person that are under way, besides that of one file. */
export async function countUnfinished(db: Db, userId: number, digest: string): Promise<number> {
  const { count } = await db
    .selectFrom('device_imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('digest', '!=', digest)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds a page of the imports with lines to be done, oldest first. */
export async function findOpenImports(db: Db, { after, limit }: PageAfter): Promise<number[]> {
  const rows = await db
    .selectFrom('device_imports')
    .select('id')
    .where('id', '>', after)
    .where('ready_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores lines; those that are stored already stay as they are. */
export async function insertRows(
  db: Db,
  rows: readonly Insertable<DeviceImportRowsTable>[],
): Promise<void> {
  await db
    .insertInto('device_import_rows')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['import_id', 'line']).doNothing())
    .execute();
}

/** Lets the work on an import begin, once all its lines are stored. */
export async function markReady(
  db: Db,
  id: number,
  { refused, now }: { refused: number; now: number },
): Promise<void> {
  await db
    .updateTable('device_imports')
    .set({ ready_at: now, refused })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute();
}

type RowsOf = PageAfter & { id: number; statuses: readonly ImportRowStatus[] };

/** Finds lines of an import in their order, from after a line. */
export async function findRows(
  db: Db,
  { id, statuses, after, limit }: RowsOf,
): Promise<ImportRow[]> {
  return await db
    .selectFrom('device_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('line', '>', after)
    .where('status', 'in', statuses)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** Finds the devices of an import that a person may still manage, with what their keys are made of. */
export async function findDevicesOfRows(db: Db, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('device_roles as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .select(['d.id', 'd.mac_or_serial', 'd.name', 'd.key_salt', 'p.role'])
    .where('p.user_id', '=', userId)
    .where('p.role', '>=', leastRank('manage'))
    .where('p.device_id', 'in', ids)
    .orderBy('d.id')
    .execute();
}
