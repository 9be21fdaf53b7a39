import type { Db } from '../../db/db.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { dayMs } from '../../kit/time/units.ts';
import {
  type CommandLives,
  livesFor,
  longestLives,
  usualIntervalOf,
} from '../pumps/pump-switch.ts';
import type { PumpKey } from '../record/pumps/pump-queries.ts';
import { type Command, commandColumns, pending } from './queries.ts';

/** Shortens pending commands to the longest life from now, where a clock that was ahead gave them more. */
export async function shortenCommands(
  db: Db,
  { now, ...lives }: CommandLives & { now: number },
): Promise<void> {
  const { commandMs, staleOnMs } = longestLives(lives);
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
 * Cancels the commands that wait for a sensor's pump, since a newer one of its owner replaces them. A schedule is
 * replaced only by a command that holds at all times.
 */
export async function supersedeCommands(
  db: Db,
  key: PumpKey,
  { command, now }: { command: string; now: number },
): Promise<Command[]> {
  const older = cancelWaiting(db, key, now);
  const isForAllTimes = command === 'auto' || command === 'schedule';
  const superseded = isForAllTimes ? older : older.where('schedule', 'is', null);
  return await superseded.returning(commandColumns).execute();
}

/**
 * Cancels the `on` and `off` that wait for a sensor's pump, since the server sends a newer one. What else waits is
 * its owner's word, which holds after it.
 */
export async function supersedeSwitches(db: Db, key: PumpKey, now: number): Promise<Command[]> {
  const older = cancelWaiting(db, key, now).where('command', 'in', ['on', 'off']);
  return await older.returning(commandColumns).execute();
}

function cancelWaiting(db: Db, { deviceId, sensorName }: PumpKey, now: number) {
  return db
    .updateTable('pump_commands')
    .set({ status: 'cancelled', next_at: null })
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .where('status', '=', pending)
    .where('expires_at', '>', now);
}

/** Marks at most `limit` overdue commands expired. @returns these. */
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
    .returning(commandColumns)
    .execute();
}

/** Finds the usual intervals at which devices call, in milliseconds; those that are not known are left out. */
export async function findUsualIntervals(
  db: Db,
  deviceIds: number[],
  now: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('hourly_rollups')
    .select(['device_id', 'sensor_no', 'count', 'first_at', 'last_at'])
    .where('device_id', 'in', deviceIds)
    .where('hour', '>=', hourOf(now - dayMs))
    .where('hour', '<', hourOf(now))
    .orderBy('device_id')
    .orderBy('sensor_no')
    .orderBy('hour')
    .execute();
  const ofDevices = Map.groupBy(rows, ({ device_id }) => device_id);
  const devices = await db
    .selectFrom('device_status')
    .select(['device_id', 'rhythm'])
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Map(
    devices.flatMap(({ device_id: id, rhythm }) => {
      const interval = usualIntervalOf(ofDevices.get(id) ?? [], rhythm);
      return interval === undefined ? [] : [[id, interval]];
    }),
  );
}

/** Finds the usual interval of one device in milliseconds; undefined where it is not known. */
export async function findUsualInterval(
  db: Db,
  deviceId: number,
  now: number,
): Promise<number | undefined> {
  return (await findUsualIntervals(db, [deviceId], now)).get(deviceId);
}

/** Finds the lives of commands for a device, by its usual interval. */
export async function findLives(
  db: Db,
  deviceId: number,
  { now, ...lives }: CommandLives & { now: number },
): Promise<CommandLives> {
  return livesFor(await findUsualInterval(db, deviceId, now), lives);
}
