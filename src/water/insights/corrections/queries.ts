import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { CorrectionsTable } from '../../../db/tables/tank-tables.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { devicesSeenBy } from '../../access.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';

export type CorrectionRow = Selectable<CorrectionsTable>;
type CorrectionKey = Pick<CorrectionRow, 'device_id' | 'id'>;
type SensorKey = { device_id: number; sensor_no: number };

/** Finds the corrections of a device with the names of their sensors, the newest stretch first. */
export async function findCorrections(db: Db, deviceId: number, limit: number) {
  return await db
    .selectFrom('corrections as c')
    .innerJoin('sensors as s', (join) =>
      join.onRef('s.device_id', '=', 'c.device_id').onRef('s.sensor_no', '=', 'c.sensor_no'),
    )
    .selectAll('c')
    .select('s.name')
    .where('c.device_id', '=', deviceId)
    .where('c.taken_back_at', 'is', null)
    .orderBy('c.begun_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countCorrections(db: Db, deviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('corrections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCorrection(
  db: Db,
  row: Insertable<CorrectionsTable>,
): Promise<CorrectionRow> {
  return await db.insertInto('corrections').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Finds a correction of the same kind and stretch of a sensor that holds. */
export async function findSameCorrection(
  db: Db,
  row: Pick<CorrectionRow, 'device_id' | 'sensor_no' | 'kind' | 'begun_at' | 'ended_at'>,
): Promise<CorrectionRow | undefined> {
  return await db
    .selectFrom('corrections')
    .selectAll()
    .where('device_id', '=', row.device_id)
    .where('sensor_no', '=', row.sensor_no)
    .where('begun_at', '=', row.begun_at)
    .where('ended_at', '=', row.ended_at)
    .where('kind', '=', row.kind)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
}

/** Finds a correction, if the person may see its device, with the person's role there. */
export async function findCorrectionSeenBy(db: Db, userId: number, id: number) {
  return await devicesSeenBy(db, { userId })
    .innerJoin('corrections as c', 'c.device_id', 'd.id')
    .selectAll('c')
    .select('p.role')
    .where('c.id', '=', id)
    .where('c.taken_back_at', 'is', null)
    .executeTakeFirst();
}

/** Notes that a correction holds no longer. @returns true if it held until now. */
export async function markTakenBack(
  db: Db,
  { device_id, id }: CorrectionKey,
  { now, dueAt }: { now: number; dueAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('corrections')
    .set({ taken_back_at: now, due_at: dueAt })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds corrections whose ledger is to be made anew, the longest due first. */
export async function findUnfinished(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<CorrectionRow[]> {
  return await db
    .selectFrom('corrections')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Notes when the ledger of a correction is to be made anew, where it is not made until then. */
export async function putOff(
  db: Db,
  { device_id, id }: CorrectionKey,
  dueAt: number,
): Promise<void> {
  await db
    .updateTable('corrections')
    .set({ due_at: dueAt })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

/** Notes that the ledger is made anew: without a correction that was taken back, which goes now. */
export async function finishCorrection(db: Db, row: CorrectionRow): Promise<void> {
  if (row.taken_back_at !== null) {
    await db
      .deleteFrom('corrections')
      .where('device_id', '=', row.device_id)
      .where('id', '=', row.id)
      .execute();
    return;
  }
  await db
    .updateTable('corrections')
    .set({ due_at: null })
    .where('device_id', '=', row.device_id)
    .where('id', '=', row.id)
    // One that was taken back meanwhile has its ledger to be made anew once more.
    .where('taken_back_at', 'is', null)
    .execute();
}

export async function findRefill(
  db: Db,
  { device_id, sensor_no, begun_at }: SensorKey & { begun_at: number },
): Promise<RefillRow | undefined> {
  return await db
    .selectFrom('refills')
    .selectAll()
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .where('hour', '>=', hourOf(begun_at))
    .where('begun_at', '=', begun_at)
    .limit(1)
    .executeTakeFirst();
}

/** Finds the sensor of a number, with the instant of its newest reading. */
export async function findSensor(db: Db, { device_id, sensor_no }: SensorKey) {
  return await db
    .selectFrom('sensors')
    .select(['device_id', 'sensor_no', 'name', 'recorded_at'])
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .executeTakeFirst();
}
