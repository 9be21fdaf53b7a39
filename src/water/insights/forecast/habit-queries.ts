import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { UseHabitsTable } from '../../../db/tables/tank-tables.ts';
import { dayMs } from '../../../kit/time/units.ts';

export type HabitRow = Selectable<UseHabitsTable>;

/** Sensor whose habit is to be learnt, with its owner's time zone. */
export type DueSensor = { device_id: number; sensor_no: number; timezone: string };

/**
 * Finds sensors whose habit has never been learnt or is due again, longest waiting first. Sensors without
 * readings for a day are left out: no forecast is made for them.
 */
export async function findDueSensors(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<DueSensor[]> {
  return await db
    .selectFrom('sensors as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .leftJoin('use_habits as h', (join) =>
      join.onRef('h.device_id', '=', 's.device_id').onRef('h.sensor_no', '=', 's.sensor_no'),
    )
    .select(['s.device_id', 's.sensor_no', 'u.timezone'])
    .where('s.recorded_at', '>', now - dayMs)
    .where(({ eb, or }) => or([eb('h.due_at', 'is', null), eb('h.due_at', '<=', now)]))
    .orderBy(sql`coalesce(h.due_at, 0)`)
    .orderBy('s.device_id')
    .orderBy('s.sensor_no')
    .limit(limit)
    .execute();
}

export async function findHabits(db: Db, deviceId: number): Promise<HabitRow[]> {
  return await db.selectFrom('use_habits').selectAll().where('device_id', '=', deviceId).execute();
}

/** Stores habits of a locked device, for those of its sensors that still exist. */
export async function storeHabits(db: Db, rows: readonly HabitRow[]): Promise<void> {
  const deviceId = rows[0]?.device_id;
  if (deviceId === undefined) return;
  const sensors = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .execute();
  const present = new Set(sensors.map(({ sensor_no }) => sensor_no));
  for (const row of rows.filter(({ sensor_no }) => present.has(sensor_no))) {
    const { device_id: _, sensor_no: _no, ...learnt } = row;
    await db
      .insertInto('use_habits')
      .values(row)
      .onConflict((oc) => oc.columns(['device_id', 'sensor_no']).doUpdateSet(learnt))
      .execute();
  }
}
