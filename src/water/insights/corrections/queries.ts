import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { CorrectionsTable } from '../../../db/tables/tank-tables.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { devicesSeenBy } from '../../access.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';

export type CorrectionRow = Selectable<CorrectionsTable>;
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
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCorrection(
  db: Db,
  row: Insertable<CorrectionsTable>,
): Promise<CorrectionRow> {
  return await db.insertInto('corrections').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Finds a correction, if the person may see its device, with the person's role there. */
export async function findCorrectionSeenBy(db: Db, userId: number, id: number) {
  return await devicesSeenBy(db, { userId })
    .innerJoin('corrections as c', 'c.device_id', 'd.id')
    .selectAll('c')
    .select('p.role')
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** @returns true if it still existed. */
export async function deleteCorrection(
  db: Db,
  { device_id, id }: Pick<CorrectionRow, 'device_id' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('corrections')
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
