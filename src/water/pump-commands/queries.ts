import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { PumpCommandsTable } from '../../db/tables/tables.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { devicesSeenBy } from '../access.ts';
import type { CommandStatus } from '../fields.ts';
import type { CommandLives } from '../rules/pump-switch.ts';

export type Command = Omit<Selectable<PumpCommandsTable>, 'next_at'>;

const columns = [
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
const pending = sql.lit('pending');

/** A device hardly ever has more than one or two; this keeps an answer within a board's memory. */
const mostPending = 100;

/** Commands of a device, newest first, from before the one with id `before`. */
export async function findCommands(
  db: Db,
  deviceId: number,
  { before, limit }: { before: number; limit: number },
): Promise<Command[]> {
  return await db
    .selectFrom('pump_commands')
    .select(columns)
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
    .select(columns)
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
    .select(columns.map((column) => `c.${column}` as const))
    .select('p.role')
    .where('c.id', '=', id)
    .executeTakeFirst();
}

type RowKey = { deviceId: number; id: number };

/** Those of some commands that are still there, in the order of their ids. */
export async function findCommandsByKey(db: Db, keys: RowKey[]): Promise<Command[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('pump_commands')
    .select(columns)
    .where(
      'device_id',
      'in',
      keys.map(({ deviceId }) => deviceId),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
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
    .returning(columns)
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
    .returning(columns)
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
    .returning(columns)
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
    .returning(columns)
    .execute();
}

/** Shortens pending commands that end later than a command sent now would, to its life from now. */
export async function shortenCommands(
  db: Db,
  { now, commandMs, staleOnMs }: CommandLives & { now: number },
): Promise<void> {
  for (const [words, lifeMs] of [
    [['on'], Math.min(commandMs, staleOnMs)],
    [['off', 'auto', 'schedule'], commandMs],
  ] as const) {
    await db
      .updateTable('pump_commands')
      .set({ expires_at: now + lifeMs })
      .where('status', '=', pending)
      .where('command', 'in', words)
      .where('schedule', 'is', null)
      .where('expires_at', '>', latestEnd(now, lifeMs))
      .execute();
  }
}

/**
 * Cancels what still waits for the pump of a sensor, since a newer command says otherwise. A schedule that
 * the server keeps goes only by one that says what it does at all times.
 */
export async function supersedeCommands(
  db: Db,
  { deviceId, sensorName }: { deviceId: number; sensorName: string },
  { command, now }: { command: string; now: number },
): Promise<Command[]> {
  const older = db
    .updateTable('pump_commands')
    .set({ status: 'cancelled', next_at: null })
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .where('status', '=', pending)
    .where('expires_at', '>', now);
  const isForAllTimes = command === 'auto' || command === 'schedule';
  const superseded = isForAllTimes ? older : older.where('schedule', 'is', null);
  return await superseded.returning(columns).execute();
}

/** Writes down of at most `limit` overdue commands that they have expired. @returns these. */
export async function expireCommands(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<Command[]> {
  return await db
    .updateTable('pump_commands')
    .set({ status: 'expired' })
    .where('status', '=', pending)
    .where((eb) =>
      eb(
        eb.refTuple('device_id', 'id'),
        'in',
        eb
          .selectFrom('pump_commands')
          .select(['device_id', 'id'])
          .where('status', '=', pending)
          .where('expires_at', '<=', now)
          .limit(limit)
          .$asTuple('device_id', 'id'),
      ),
    )
    .returning(columns)
    .execute();
}
