import type { Db } from '../../db/db.ts';
import { type ScheduleSlot, scheduleAt } from '../pumps/pump-schedule.ts';

export type DueSchedule = { id: number; device_id: number; sensor_name: string; due_at: number };

/** Finds due schedules, longest overdue first, from after one of them. */
export async function findDueSchedules(
  db: Db,
  now: number,
  { after, limit }: { after: DueSchedule | undefined; limit: number },
): Promise<DueSchedule[]> {
  const { due_at = 0, id = 0 } = after ?? {};
  return await db
    .selectFrom('pump_commands')
    .select(['id', 'device_id', 'sensor_name'])
    .select(({ ref }) => ref('next_at').$notNull().as('due_at'))
    .where('next_at', '<=', now)
    .where('next_at', '>=', due_at)
    .where(({ eb, or }) => or([eb('next_at', '>', due_at), eb('id', '>', id)]))
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds a schedule as it is now; undefined where it is not due any more. */
export async function findSchedule(
  db: Db,
  { device_id, id }: DueSchedule,
  now: number,
): Promise<{ slots: ScheduleSlot[]; nextAt: number } | undefined> {
  const row = await db
    .selectFrom('pump_commands')
    .select((eb) => ['schedule', eb.ref('next_at').$notNull().as('next_at')])
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .executeTakeFirst();
  if (!row?.schedule) return undefined;
  return { slots: JSON.parse(row.schedule) as ScheduleSlot[], nextAt: row.next_at };
}

/** Moves a schedule on, unless it was made due anew since it was found. */
export async function setNextAt(
  db: Db,
  { device_id, id }: DueSchedule,
  { before, nextAt }: { before: number; nextAt: number },
): Promise<void> {
  await db
    .updateTable('pump_commands')
    .set({ next_at: nextAt })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .where('next_at', '=', before)
    .execute();
}

/** Lets the schedule of a pump rest until the end of the stretch that it is in, since a person wants no `on` now. */
export async function skipStretch(
  db: Db,
  { device_id, sensor_name }: Pick<DueSchedule, 'device_id' | 'sensor_name'>,
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('pump_commands')
    .select(['id', 'schedule'])
    .where('device_id', '=', device_id)
    .where('sensor_name', '=', sensor_name)
    .where('next_at', 'is not', null)
    .execute();
  if (rows.length === 0) return;
  const zone = await findZoneOf(db, device_id);
  for (const { id, schedule } of rows) {
    const slots = JSON.parse(schedule ?? '[]') as ScheduleSlot[];
    const { since, nextAt } = scheduleAt(slots, zone, now);
    if (since === undefined) continue;
    await db
      .updateTable('pump_commands')
      .set({ next_at: nextAt })
      .where('device_id', '=', device_id)
      .where('id', '=', id)
      .execute();
  }
}

/** Makes the schedules of a device due now, since it has another owner, whose clock may be another. */
export async function makeSchedulesDue(db: Db, deviceId: number, now: number): Promise<void> {
  await db
    .updateTable('pump_commands')
    .set({ next_at: now })
    .where('device_id', '=', deviceId)
    .where('next_at', 'is not', null)
    .execute();
}

/** The same for the devices of an owner whose clock is another from now on. */
export async function makeSchedulesOfOwnerDue(
  db: Db,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  await db
    .updateTable('pump_commands')
    .set({ next_at: now })
    .where('next_at', 'is not', null)
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('devices').select('id').where('owner_id', '=', userId),
    )
    .execute();
}

export async function findZoneOf(db: Db, deviceId: number): Promise<string> {
  const { timezone } = await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select('u.timezone')
    .where('d.id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return timezone;
}
