import type { Db } from '../../db/db.ts';
import { isOurs } from '../pumps/pump-automation.ts';
import { automationOf } from '../pumps/pump-situation.ts';
import { unpackPump } from '../pumps/pump-state.ts';
import { type CommandLives, newSwitch } from '../pumps/pump-switch.ts';
import { type Command, findPendingCommands, insertCommand } from './queries.ts';

/**
 * Finds the sensors of a device whose pumps are still to be stopped once nothing is known of them any more:
 * those that run, but by nobody's hand, or may against the word of their board, and those that an `off` waits for.
 */
export async function findPumpsToStop(db: Db, deviceId: number, now: number): Promise<string[]> {
  const sensors = await db
    .selectFrom('sensors')
    .select(['name', 'pump_state', 'auto_on_below', 'auto_off_above'])
    .where('device_id', '=', deviceId)
    .where('pump_state', 'is not', null)
    .orderBy('sensor_no')
    .execute();
  const running = sensors.filter((sensor) => {
    const state = unpackPump(sensor.pump_state);
    const isRunning =
      state.onSince !== undefined && isOurs({ state, automation: automationOf(sensor) });
    return isRunning || state.order !== undefined;
  });
  const waiting = await findPendingCommands(db, deviceId, now);
  const told = waiting.filter(({ command }) => command === 'off');
  const names = [...running.map(({ name }) => name), ...told.map((each) => each.sensor_name)];
  return [...new Set(names)];
}

/** Tells pumps to stop of which the device is to know, though the server does not any more. @returns the commands. */
export async function stopPumps(
  db: Db,
  { deviceId, sensorNames }: { deviceId: number; sensorNames: string[] },
  lives: CommandLives & { now: number },
): Promise<Command[]> {
  const sent: Command[] = [];
  for (const sensorName of sensorNames) {
    const off = { command: 'off', source: 'auto', at: lives.now } as const;
    sent.push(await insertCommand(db, newSwitch({ deviceId, sensorName }, off, lives)));
  }
  return sent;
}
