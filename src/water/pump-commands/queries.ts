import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { PumpCommandsTable } from '../../db/tables/tank-tables.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { devicesSeenBy } from '../access.ts';
import type { CommandStatus } from '../fields.ts';
import { deviceIdsOf, idsOf, type RowKey } from '../row-key.ts';

export type Command = Omit<Selectable<PumpCommandsTable>, 'next_at'>;

export const commandColumns = [
  'id',
  'device_id',
  'sensor_name',
  'command',
  'turn_on_below',
  'turn_off_above',
  'status',
  'source',
  'created_at',
  'expires_at',
  'schedule',
  'delivered_at',
  'acknowledged_at',
] as const;

// A literal, since SQLite uses the index of pending commands only where it can read the word.
export const pending = sql.lit('pending');

/** A device hardly ever has more than one or two; this keeps an answer within a board's memory. */
const mostPending = 100;

/** Commands of a device, newest first, from before the one with id `before`. */
export async function findCommands(
  db: Db,
  deviceId: number,
  { before, limit }: PageBefore,
): Promise<Command[]> {
  return await db
    .selectFrom('pump_commands')
    .select(commandColumns)
    .where('device_id', '=', deviceId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The commands that are to be obeyed by a device or, as schedules, by the server: oldest first, a hundred. */
export async function findStandingCommands(
  db: Db,
  deviceId: number,
  now: number,
): Promise<Command[]> {
  return await pendingOf(db, deviceId, now).execute();
}

/** The commands that wait for a device, oldest first: the first hundred of them. */
export async function findPendingCommands(
  db: Db,
  deviceId: number,
  now: number,
): Promise<Command[]> {
  return await pendingOf(db, deviceId, now).where('schedule', 'is', null).execute();
}

function pendingOf(db: Db, deviceId: number, now: number) {
  return db
    .selectFrom('pump_commands')
    .select(commandColumns)
    .where('device_id', '=', deviceId)
    .where('status', '=', pending)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(mostPending);
}

/** A command of a device that the person may see, and the person's role there. */
export async function findCommandSeenBy(
  db: Db,
  userId: number,
  id: number,
): Promise<(Command & { role: number }) | undefined> {
  return await devicesSeenBy(db, userId)
    .innerJoin('pump_commands as c', 'c.device_id', 'd.id')
    .select(commandColumns.map((column) => `c.${column}` as const))
    .select('p.role')
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** Those of some commands that are still there, in the order of their ids. */
export async function findCommandsByKey(db: Db, keys: RowKey[]): Promise<Command[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('pump_commands')
    .select(commandColumns)
    .where('device_id', 'in', deviceIdsOf(keys))
    .where('id', 'in', idsOf(keys))
    .orderBy('id')
    .execute();
}

export async function insertCommand(
  db: Db,
  command: Insertable<PumpCommandsTable>,
): Promise<Command> {
  return await db
    .insertInto('pump_commands')
    .values(command)
    .returning(commandColumns)
    .executeTakeFirstOrThrow();
}

type CommandKey = Pick<Command, 'device_id' | 'id'>;

/** @returns undefined where the command is pending no longer, or has expired. */
export async function settleCommand(
  db: Db,
  { device_id, id }: CommandKey,
  { status, now }: { status: CommandStatus; now: number },
): Promise<Command | undefined> {
  return await db
    .updateTable('pump_commands')
    .set({ status, next_at: null })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .where('status', '=', pending)
    .where('expires_at', '>', now)
    .returning(commandColumns)
    .executeTakeFirst();
}

/** A device that has fetched a command in time may say so much later that it was executed. */
const lateAckMs = 10 * minuteMs;

/**
 * Notes that a device has executed a command.
 * @returns undefined where the device has no such command, or it is pending no longer.
 */
export async function acknowledgeCommand(
  db: Db,
  deviceId: number,
  commandId: number,
  now: number,
): Promise<Command | undefined> {
  return await db
    .updateTable('pump_commands')
    .set({ status: 'executed', acknowledged_at: now })
    .where('device_id', '=', deviceId)
    .where('id', '=', commandId)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', pending), eb('expires_at', '>', now)]),
        eb.and([
          eb('status', 'in', ['pending', 'expired']),
          eb('delivered_at', '>', now - lateAckMs),
        ]),
      ]),
    )
    .where('schedule', 'is', null)
    .returning(commandColumns)
    .executeTakeFirst();
}

/** Deletes the commands that wait for a device under the name of one of its sensors. */
export async function deletePendingOfSensor(
  db: Db,
  deviceId: number,
  sensorName: string,
): Promise<void> {
  await db
    .deleteFrom('pump_commands')
    .where('device_id', '=', deviceId)
    .where('status', '=', pending)
    .where('sensor_name', '=', sensorName)
    .execute();
}

/** Notes when a device was first given commands. @returns those that it had not been given before. */
export async function markDelivered(
  db: Db,
  deviceId: number,
  ids: number[],
  now: number,
): Promise<Command[]> {
  return await db
    .updateTable('pump_commands')
    .set({ delivered_at: now })
    .where('device_id', '=', deviceId)
    .where('id', 'in', ids)
    .where('delivered_at', 'is', null)
    .returning(commandColumns)
    .execute();
}
