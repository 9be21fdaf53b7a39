import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { Device } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { afterSending } from '../pumps/follow-pump.ts';
import { type ScheduleSlot, scheduleAt } from '../pumps/pump-schedule.ts';
import { type CommandLives, expiryOf } from '../pumps/pump-switch.ts';
import { setAutomation } from '../record/pumps/automation-queries.ts';
import { addPumpOf, changePump } from '../record/pumps/pump-queries.ts';
import { requireRoomForSensor } from '../record/sensor-queries.ts';
import { findConfig } from '../sensor-configs/queries.ts';
import { defaultThresholds, type Thresholds } from '../status.ts';
import { automationAfter } from './command-rules.ts';
import { findLives, supersedeCommands } from './lifetime-queries.ts';
import { type Command, insertCommand } from './queries.ts';
import { findZoneOf } from './schedule-queries.ts';
import type { Order } from './schemas.ts';

export type SendDeps = PublishDeps<'commandsChanged'> & CommandLives & { sensorsPerDevice: number };

type Alongside = {
  facts?: Record<string, string>;
  /** Stores rows that belong to the command, in the same transaction. */
  alongside?: (trx: Db, sent: Command) => Promise<void>;
};

/**
 * Stores a user's command for the device to fetch, and starts or ends the server's own steering.
 * @throws ApiError 400 for levels that contradict each other, 404 when the device is gone, 409 where it has
 * no room for one more sensor to steer.
 */
export async function sendCommand(
  { db, clock, publisher, sensorsPerDevice, ...lives }: SendDeps,
  by: Actor,
  device: Device,
  order: Order,
  { facts: how = {}, alongside }: Alongside = {},
): Promise<Command> {
  const { sensor_name, command, turn_on_below = null, turn_off_above = null } = order;
  const now = clock();
  const thresholds = await findThresholds(db, device.id, sensor_name);
  const automation = automationAfter(order, thresholds);
  const schedule = scheduleOf(order);
  const key = { deviceId: device.id, sensorName: sensor_name };
  const ownLives =
    command === 'on' ? await findLives(db.read, device.id, { ...lives, now }) : lives;
  const { sent, superseded } = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    if (automation || schedule || command === 'on') {
      await requireRoomForSensor(trx, device.id, sensor_name, sensorsPerDevice);
      await addPumpOf(trx, key);
    }
    await setAutomation(trx, device.id, sensor_name, automation);
    const facts = { sensor_name, command, ...how };
    await logAction(trx, [device.id], { by, action: 'command_sent', facts, now });
    if (command === 'on') await changePump(trx, key, now, (state) => afterSending(state, now));
    const superseded = await supersedeCommands(trx, key, { command, now });
    const sent = await insertCommand(trx, {
      device_id: device.id,
      sensor_name,
      command,
      turn_on_below,
      turn_off_above,
      status: 'pending',
      source: 'user',
      created_at: now,
      expires_at: schedule ? endOfTime : expiryOf({ command, at: now, now }, ownLives),
      schedule: schedule && JSON.stringify(schedule),
      next_at: schedule && (await nextActOf(trx, device.id, { schedule, now })),
      delivered_at: null,
      acknowledged_at: null,
    });
    await alongside?.(trx, sent);
    return { sent, superseded };
  });
  publisher.commandsChanged([...superseded, sent]);
  return sent;
}

/** Expiry of a schedule, which holds until it is cancelled: the last instant of JavaScript. */
const endOfTime = 8.64e15;

/** @throws ApiError 400 for a schedule of another command, or with an empty stretch. */
function scheduleOf({ command, schedule }: Order): ScheduleSlot[] | null {
  if (!schedule) return null;
  if (command !== 'schedule') throw failures.invalidField('schedule', fault('scheduleOnly'));
  schedule.forEach(({ from, until }, index) => {
    if (from === until) throw failures.invalidField(`schedule.${index}.until`, fault('sameAsFrom'));
  });
  return schedule;
}

async function nextActOf(
  db: Db,
  deviceId: number,
  { schedule, now }: { schedule: ScheduleSlot[]; now: number },
): Promise<number> {
  const { since, nextAt } = scheduleAt(schedule, await findZoneOf(db, deviceId), now);
  return since === undefined ? nextAt : now;
}

async function findThresholds(
  db: Database,
  deviceId: number,
  sensorName: string,
): Promise<Thresholds> {
  const config = await findConfig(db.read, deviceId, sensorName);
  return config ? { high: config.high_threshold, low: config.low_threshold } : defaultThresholds;
}
