import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { logDeed } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { Device } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { setAutomation } from '../record/automation-queries.ts';
import { requireRoomForSensor } from '../record/sensor-queries.ts';
import { defaultThresholds, type Thresholds } from '../rules/status.ts';
import { findConfig } from '../sensor-configs/queries.ts';
import { automationAfter } from './automation-after.ts';
import { type Command, insertCommand } from './queries.ts';
import type { Order } from './schemas.ts';

type SendDeps = {
  db: Database;
  clock: Clock;
  /** How long a command waits for its device, in milliseconds. */
  commandMs: number;
  publisher: Pick<LivePublisher, 'commandsChanged'>;
  sensorsPerDevice: number;
};

/**
 * Leaves a user's command for the device to fetch, and starts or ends the server's own steering.
 * @throws ApiError 400 for levels that contradict each other, 404 when the device is gone, 409 where
 * it has no room for one more sensor to steer.
 */
export async function sendCommand(
  { db, clock, commandMs, publisher, sensorsPerDevice }: SendDeps,
  by: Actor,
  device: Device,
  order: Order,
): Promise<Command> {
  const { sensor_name, command, turn_on_below = null, turn_off_above = null } = order;
  const now = clock();
  const thresholds = await findThresholds(db, device.id, sensor_name);
  const automation = automationAfter(order, thresholds);
  const sent = await db.transaction(async (db) => {
    await holdDevice(db, device.id);
    if (automation) await requireRoomForSensor(db, device.id, sensor_name, sensorsPerDevice);
    await setAutomation(db, device.id, sensor_name, automation);
    const facts = { sensor_name, command };
    await logDeed(db, [device.id], { by, action: 'command_sent', facts, now });
    return await insertCommand(db, {
      device_id: device.id,
      sensor_name,
      command,
      turn_on_below,
      turn_off_above,
      status: 'pending',
      source: 'user',
      created_at: now,
      expires_at: now + commandMs,
      delivered_at: null,
      acknowledged_at: null,
    });
  });
  publisher.commandsChanged([sent]);
  return sent;
}

async function findThresholds(
  db: Database,
  deviceId: number,
  sensorName: string,
): Promise<Thresholds> {
  const config = await findConfig(db.read, deviceId, sensorName);
  return config ? { high: config.high_threshold, low: config.low_threshold } : defaultThresholds;
}
