import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import { requireSameOwner } from '../devices/hold-device.ts';
import { clearSourcesAt, holdWithFilled } from '../devices/source-queries.ts';
import type { Device } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { type Command, deletePendingOfSensor } from '../pump-commands/queries.ts';
import { findPumpsToStop, stopPumps } from '../pump-commands/stop-forgotten.ts';
import type { CommandLives } from '../pumps/pump-switch.ts';
import { deleteSensor, findSensorNo, nextSensorNo } from '../record/sensor-queries.ts';
import { deleteConfigOfSensor } from '../sensor-configs/queries.ts';
import { deleteRecords, insertRemovedSensor, type RemovedSensor } from './removed-sensors.ts';

type Published = 'deviceChanged' | 'alertsDeleted' | 'commandsChanged';

export type RemoveSensorDeps = PublishDeps<Published> &
  CommandLives & { timers: Timers; log: Logger; deviceChanges: DeviceChanges };

type SensorName = { device: Device; sensorName: string };

/**
 * Removes a sensor. One transaction removes it from every list, with its configuration, its latest reading,
 * the detectors' memory and the commands that wait for it; no pump takes its water from there any more. A
 * pump of it that is to stop is told so: an `off` stays. Its
 * alerts and old commands are deleted when this resolves. Its readings, which may be millions and which nobody
 * can query any more, are deleted in the background, as are leftovers of a crash (see
 * `water/retention/purge-removed-sensors.ts`).
 * @throws ApiError 404 when the device has no such sensor.
 */
export async function removeSensor(
  deps: RemoveSensorDeps,
  by: Actor,
  device: Device,
  sensorName: string,
): Promise<void> {
  const { db, clock, timers, log, deviceChanges, publisher, commandMs, staleOnMs } = deps;
  const now = clock();
  const { removed, filled, stopped } = await db.transaction(async (trx) => {
    const facts = { sensor_name: sensorName };
    await logAction(trx, [device.id], { by, action: 'sensor_removed', facts, now });
    return await takeAway(trx, { device, sensorName }, { commandMs, staleOnMs, now });
  });
  deviceChanges.forget(device.identity);
  const { signal } = new AbortController();
  await deleteRecords(db, removed, { timers, signal }).catch((error) => {
    log.warn({ err: error }, 'the records of a removed sensor are left to the purge');
  });
  for (const id of [device.id, ...filled]) publisher.deviceChanged(id);
  publisher.alertsDeleted([device.id]);
  publisher.commandsChanged(stopped);
}

async function takeAway(
  trx: Transaction<Tables>,
  { device, sensorName }: SensorName,
  lives: CommandLives & { now: number },
): Promise<{ removed: RemovedSensor; filled: number[]; stopped: Command[] }> {
  const { now } = lives;
  const deviceId = device.id;
  await holdUser(trx, device.owner_id);
  const filled = await holdWithFilled(trx, device);
  await requireSameOwner(trx, device);
  const sensorNo = await findSensorNo(trx, deviceId, sensorName);
  const isConfigured = await deleteConfigOfSensor(trx, deviceId, sensorName);
  if (sensorNo === undefined && !isConfigured) throw failures.notFound('Sensor');
  const toStop = await findPumpsToStop(trx, deviceId, now);
  if (sensorNo !== undefined) await deleteSensor(trx, deviceId, sensorNo);
  await deletePendingOfSensor(trx, deviceId, sensorName);
  await clearSourcesAt(trx, [deviceId, ...filled], { deviceId, sensorName, now });
  const removed = await insertRemovedSensor(trx, {
    device_id: deviceId,
    // One that was only configured has no number, nor readings, but may have alerts.
    sensor_no: sensorNo ?? (await nextSensorNo(trx, deviceId)),
    sensor_name: sensorName,
    removed_at: now,
  });
  // Behind the last command of the removed sensor, with which it would be deleted.
  const sensorNames = toStop.filter((name) => name === sensorName);
  const stopped = await stopPumps(trx, { deviceId, sensorNames }, lives);
  return { removed, filled, stopped };
}
