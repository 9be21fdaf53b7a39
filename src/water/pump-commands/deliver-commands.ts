import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { afterAck, afterDelivery } from '../pumps/follow-pump.ts';
import { limitsOf, noLimits, orderedStopLevel } from '../pumps/pump-situation.ts';
import { type PumpWord, unpackPump } from '../pumps/pump-state.ts';
import { type RunLimit, runLimitOf } from '../pumps/run-limit.ts';
import { changePump, findPump } from '../record/pumps/pump-queries.ts';
import { defaultThresholds } from '../status.ts';
import { acknowledgeCommand, type Command, findPendingCommands, markDelivered } from './queries.ts';

type Deps = { db: Database; publisher: Pick<LivePublisher, 'commandsChanged'> };

/** A command as its device is given it; an `on` says where the device is to stop by itself. */
export type Delivered = { command: Command; limit?: RunLimit };

/**
 * Hands the waiting commands to their device, which fetches them now: from here on its pump may run.
 * @param ids those that it is given, where that is not all of them.
 * @param isAble asked once something waits; where it says no, nothing is handed over.
 */
export async function deliverCommands(
  { db, publisher }: Deps,
  deviceId: number,
  now: number,
  { ids, isAble }: { ids?: ReadonlySet<number>; isAble?: () => Promise<boolean> } = {},
): Promise<Delivered[]> {
  const isMeant = ({ id }: Command) => ids === undefined || ids.has(id);
  const waiting = (await findPendingCommands(db.read, deviceId, now)).filter(isMeant);
  if (waiting.length === 0 || (isAble && !(await isAble()))) return [];
  const hasNothingNew = waiting.every(
    ({ delivered_at, command }) => delivered_at !== null && !isSwitch(command),
  );
  if (hasNothingNew) return waiting.map((command) => ({ command }));
  const { given, changed } = await db.transaction(async (trx) => {
    await holdDevice(trx, deviceId);
    const given: Delivered[] = [];
    // With the device locked, commands that were superseded meanwhile are left out.
    for (const command of (await findPendingCommands(trx, deviceId, now)).filter(isMeant)) {
      const limit = command.command === 'on' ? await findRunLimit(trx, command, now) : undefined;
      if (command.command === 'on' && !limit) continue;
      given.push({ command, ...(limit && { limit }) });
      const stopsBy = limit && now + limit.leftMs;
      await notePumpOrder(trx, command, now, (state, order, ...by) =>
        afterDelivery(state, { ...order, stopsBy }, ...by),
      );
    }
    const fresh = given.filter(({ command }) => command.delivered_at === null);
    const ids = fresh.map(({ command }) => command.id);
    const changed = ids.length > 0 ? await markDelivered(trx, deviceId, ids, now) : [];
    return { given, changed };
  });
  publisher.commandsChanged(changed);
  return given.map(({ command, ...limit }) => ({
    command: { ...command, delivered_at: command.delivered_at ?? now },
    ...limit,
  }));
}

/** Whether a command is one that a pump itself executes. */
export function isSwitch(command: string): command is PumpWord {
  return command === 'on' || command === 'off';
}

/** Finds the limit of the run that an `on` begins; undefined where it must begin none. */
export async function findRunLimit(
  db: Db,
  command: Command,
  now: number,
): Promise<RunLimit | undefined> {
  const key = { deviceId: command.device_id, sensorName: command.sensor_name };
  const pump = await findPump(db, key);
  return runLimitOf({
    state: unpackPump(pump?.pump_state ?? null),
    limits: limitsOf(pump ?? noLimits),
    stopLevel:
      orderedStopLevel(command) ??
      pump?.auto_off_above ??
      pump?.high_threshold ??
      defaultThresholds.high,
    deliveredAt: command.delivered_at,
    now,
  });
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
  const command = await db.transaction(async (trx) => {
    await holdDevice(trx, deviceId);
    const acknowledged = await acknowledgeCommand(trx, deviceId, commandId, now);
    if (!acknowledged) throw failures.notFound('A pending command with this id was');
    await notePumpOrder(trx, acknowledged, now, afterAck);
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
  become: typeof afterDelivery,
): Promise<void> {
  if (!isSwitch(command.command)) return;
  const order = {
    command: command.command,
    isByOwner: command.source === 'user',
    stopLevel: orderedStopLevel(command),
  };
  const key = { deviceId: command.device_id, sensorName: command.sensor_name };
  await changePump(db, key, now, (state, pump) => {
    const device = { reports: pump.pump !== null, maxRunMs: limitsOf(pump).maxRunMs };
    return become(state, order, now, device);
  });
}
