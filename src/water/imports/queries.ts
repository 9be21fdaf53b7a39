import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Db, PageAfter, PageBefore } from '../../db/db.ts';
import type {
  DeviceImportRowsTable,
  DeviceImportsTable,
  ImportRowStatus,
} from '../../db/tables/device-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
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

/** Locks an import until the transaction ends; undefined where it is finished or gone. */
export async function holdImport(trx: Db, id: number): Promise<Import | undefined> {
  return await trx
    .updateTable('device_imports')
    .set(({ ref }) => ({ ready_at: ref('ready_at') }))
    .where('id', '=', id)
    .where('ready_at', 'is not', null)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function findOpenRows(trx: Db, id: number, limit: number): Promise<ImportRow[]> {
  return await trx
    .selectFrom('device_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('status', '=', 'open')
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** Stores the outcomes of lines, and counts them in their import. */
export async function saveOutcomes(trx: Db, id: number, rows: ImportRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('device_import_rows')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'line']).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        device_id: ref('excluded.device_id'),
        errors: ref('excluded.errors'),
      })),
    )
    .execute();
  const of = (status: ImportRowStatus) => rows.filter((row) => row.status === status).length;
  await trx
    .updateTable('device_imports')
    .set((eb) => ({
      registered: eb('registered', '+', of('registered')),
      known: eb('known', '+', of('known')),
      refused: eb('refused', '+', of('refused')),
    }))
    .where('id', '=', id)
    .execute();
}

export async function finishImport(
  db: Db,
  id: number,
  { now, isCancelled }: { now: number; isCancelled: boolean },
): Promise<void> {
  await db
    .updateTable('device_imports')
    .set({ finished_at: now, cancelled_at: isCancelled ? now : null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Whether an import has lines that are done, of devices that are gone by now. */
export async function hasGoneDevices(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('device_import_rows')
    .select('line')
    .where('import_id', '=', id)
    .where('status', 'in', doneStatuses)
    .where(isGone)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const doneStatuses: ImportRowStatus[] = ['registered', 'known'];

function isGone({ exists, not, selectFrom }: ExpressionBuilder<Tables, 'device_import_rows'>) {
  return not(
    exists(
      selectFrom('devices')
        .select('devices.id')
        .whereRef('devices.id', '=', 'device_import_rows.device_id'),
    ),
  );
}

/**
 * Opens an import again, with the lines that were refused for what can have changed since, and those of devices that
 * are gone by now.
 */
export async function reopenImport(trx: Db, id: number): Promise<void> {
  const reopen = async (status: ImportRowStatus, ofGone: boolean) => {
    const { numUpdatedRows } = await trx
      .updateTable('device_import_rows')
      .set({ status: 'open', errors: null, device_id: null })
      .where('import_id', '=', id)
      .where('status', '=', status)
      .$if(ofGone, (rows) => rows.where(isGone))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  };
  const refused = await reopen('refused', false);
  const registered = await reopen('registered', true);
  const known = await reopen('known', true);
  await trx
    .updateTable('device_imports')
    .set((eb) => ({
      refused: eb('refused', '-', refused),
      registered: eb('registered', '-', registered),
      known: eb('known', '-', known),
      finished_at: null,
      cancelled_at: null,
    }))
    .where('id', '=', id)
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
