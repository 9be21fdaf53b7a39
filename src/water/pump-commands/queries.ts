import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { PumpCommandsTable } from '../../db/tables/tank-tables.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { devicesSeenBy, type Viewer } from '../access.ts';
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

/**
 * Most pending commands in one answer, which must fit a board's memory; a device hardly ever has over two.
 */
const mostPending = 100;

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

/** Finds the first hundred commands that are in force, including schedules, oldest first. */
export async function findStandingCommands(
  db: Db,
  deviceId: number,
  now: number,
): Promise<Command[]> {
  return await pendingOf(db, deviceId, now).execute();
}

/** Finds the first hundred commands that wait for a device, oldest first. */
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

/** Finds a command of a device that the viewer may see, with the person's role there. */
export async function findCommandSeenBy(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<(Command & { role: number }) | undefined> {
  return await devicesSeenBy(db, viewer)
    .innerJoin('pump_commands as c', 'c.device_id', 'd.id')
    .select(commandColumns.map((column) => `c.${column}` as const))
    .select('p.role')
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** Finds those of some commands that still exist, in the order of their ids. */
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

/** A command that its device has executed. */
export async function findAcknowledged(
  db: Db,
  { deviceId, commandId }: { deviceId: number; commandId: number },
): Promise<Command | undefined> {
  return await db
    .selectFrom('pump_commands')
    .select(commandColumns)
    .where('device_id', '=', deviceId)
    .where('id', '=', commandId)
    .where('acknowledged_at', 'is not', null)
    .executeTakeFirst();
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

/** Time after a fetch within which a device may still acknowledge an expired command. */
const lateAckMs = 10 * minuteMs;

/**
 * Stores that a device has executed a command.
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

/** Stores when a device first fetched commands. @returns the commands that it had not fetched before. */
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
