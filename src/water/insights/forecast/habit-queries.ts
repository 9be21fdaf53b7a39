import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { UseHabitsTable } from '../../../db/tables/tank-tables.ts';
import { dayMs } from '../../../kit/time/units.ts';

export type HabitRow = Selectable<UseHabitsTable>;

type SensorKey = { device_id: number; sensor_no: number };

/** Sensor whose habit is to be learnt, with its owner's time zone; `due_at` is null before the first time. */
export type DueSensor = SensorKey & { timezone: string; due_at: number | null };

/** What was learnt of a sensor that was due. */
export type Learnt = { sensor: DueSensor; row: HabitRow };

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
    .select(['s.device_id', 's.sensor_no', 'u.timezone', 'h.due_at'])
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

/**
 * Stores habits of a locked device, for those of its sensors that still exist. One that is to be learnt again
 * since it was found is left due: it was learnt from a ledger that is no more.
 */
export async function storeHabits(db: Db, learnt: readonly Learnt[]): Promise<void> {
  const deviceId = learnt[0]?.sensor.device_id;
  if (deviceId === undefined) return;
  const sensors = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .execute();
  const present = new Set(sensors.map(({ sensor_no }) => sensor_no));
  for (const { sensor, row } of learnt.filter(({ row }) => present.has(row.sensor_no))) {
    const { device_id: _, sensor_no: _no, ...changes } = row;
    await db
      .insertInto('use_habits')
      .values(row)
      .onConflict((oc) =>
        oc
          .columns(['device_id', 'sensor_no'])
          .doUpdateSet(changes)
          .where('use_habits.due_at', '=', sensor.due_at),
      )
      .execute();
  }
}

/**
 * Makes the habit of a sensor due, since its ledger is another. Each time leaves another instant before all
 * times, so that whoever learns from the ledger before sees that it was.
 */
export async function learnAgain(db: Db, { device_id, sensor_no }: SensorKey): Promise<void> {
  await db
    .insertInto('use_habits')
    .values({
      device_id,
      sensor_no,
      learnt_at: 0,
      due_at: 0,
      timezone: 'UTC',
      is_litres: 0,
      habit: null,
    })
    .onConflict((oc) =>
      oc.columns(['device_id', 'sensor_no']).doUpdateSet({
        due_at: sql`case when use_habits.due_at > 0 then 0 else use_habits.due_at - 1 end`,
      }),
    )
    .execute();
}
