import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { stopAtOf } from '../pumps/pump-situation.ts';
import {
  afterAck,
  afterDelivery,
  type PumpOrder,
  type PumpState,
  type PumpWord,
} from '../pumps/pump-state.ts';
import { changePump } from '../record/pumps/pump-queries.ts';
import { acknowledgeCommand, type Command, findPendingCommands, markDelivered } from './queries.ts';

type Deps = { db: Database; publisher: Pick<LivePublisher, 'commandsChanged'> };

/** Hands the waiting commands to their device, which fetches them now: from here on its pump may run. */
export async function deliverCommands(
  { db, publisher }: Deps,
  deviceId: number,
  now: number,
): Promise<Command[]> {
  const waiting = await findPendingCommands(db.read, deviceId, now);
  const hasNothingNew = waiting.every(
    ({ delivered_at, command }) => delivered_at !== null && command !== 'on',
  );
  if (hasNothingNew) return waiting;
  const { commands, changed } = await db.transaction(async (db) => {
    await holdDevice(db, deviceId);
    // With the device locked, commands that were superseded meanwhile are left out.
    const commands = await findPendingCommands(db, deviceId, now);
    const ids = commands.filter(({ delivered_at }) => delivered_at === null).map(({ id }) => id);
    const changed = ids.length > 0 ? await markDelivered(db, deviceId, ids, now) : [];
    for (const command of commands) await notePumpOrder(db, command, now, afterDelivery);
    return { commands, changed };
  });
  publisher.commandsChanged(changed);
  return commands.map((command) => ({ ...command, delivered_at: command.delivered_at ?? now }));
}

/**
 * Stores that a device has executed a command.
 * @throws ApiError 404 where it has no such command, or it is pending no longer.
 */
export async function takeAck(
  { db, publisher }: Deps,
  { deviceId, commandId }: { deviceId: number; commandId: number },
  now: number,
): Promise<Command> {
  const command = await db.transaction(async (db) => {
    await holdDevice(db, deviceId);
    const acknowledged = await acknowledgeCommand(db, deviceId, commandId, now);
    if (!acknowledged) throw failures.notFound('A pending command with this id was');
    await notePumpOrder(db, acknowledged, now, afterAck);
    return acknowledged;
  });
  publisher.commandsChanged([command]);
  return command;
}

/** Changes the state of the pump by a command that was delivered or executed; only `on` and `off` do. */
export async function notePumpOrder(
  db: Db,
  command: Command,
  now: number,
  become: (state: PumpState, order: PumpOrder, now: number) => PumpState,
): Promise<void> {
  if (command.command !== 'on' && command.command !== 'off') return;
  const order = {
    command: command.command as PumpWord,
    isByOwner: command.source === 'user',
    stopAt: stopAtOf(command),
  };
  const key = { deviceId: command.device_id, sensorName: command.sensor_name };
  await changePump(db, key, now, (state) => become(state, order, now));
}
