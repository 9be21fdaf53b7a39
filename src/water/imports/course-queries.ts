import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { ImportRowStatus } from '../../db/tables/device-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Import, ImportRow } from './queries.ts';

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
