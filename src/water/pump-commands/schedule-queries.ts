import type { Db } from '../../db/db.ts';
import type { ScheduleSlot } from '../rules/pump-schedule.ts';

/** A schedule that the server keeps, whose time has come. */
export type DueSchedule = { id: number; device_id: number; sensor_name: string };

/** The longest overdue first. */
export async function findDueSchedules(db: Db, now: number, limit: number): Promise<DueSchedule[]> {
  return await db
    .selectFrom('pump_commands')
    .select(['id', 'device_id', 'sensor_name'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
}

/** The schedule as it is now; undefined where it is not due any more. */
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

export async function setNextAt(
  db: Db,
  { device_id, id }: DueSchedule,
  nextAt: number,
): Promise<void> {
  await db
    .updateTable('pump_commands')
    .set({ next_at: nextAt })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .execute();
}

/** The time zone of the account that a device belongs to. */
export async function findZoneOf(db: Db, deviceId: number): Promise<string> {
  const { timezone } = await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select('u.timezone')
    .where('d.id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return timezone;
}
