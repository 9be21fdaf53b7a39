import type { Db } from '../../db/db.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import { type CommandLives, longestLives } from '../pumps/pump-switch.ts';
import { type Command, commandColumns, pending } from './queries.ts';

/** Shortens pending commands that end later than any command sent now would, to the longest life from now. */
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
  return await superseded.returning(commandColumns).execute();
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
    .returning(commandColumns)
    .execute();
}
