import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import { lockDevice } from '../devices/queries.ts';
import { requireOneOwner } from '../devices/source-queries.ts';
import { type Device, findDeviceFor } from '../guards.ts';
import { writeMutedKinds } from '../incidents/muted-kinds.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { packSource } from '../pumps/source-tank.ts';
import { requireRoomForSensor } from '../record/sensor-queries.ts';
import { checkTank } from '../tank-shapes/check-tank.ts';
import { gaugeOf } from '../tank-shapes/gauge.ts';
import { type TankForm, toTank } from '../tank-shapes/tank-schema.ts';
import { noteTankChange } from './note-tank-change.ts';
import { deleteConfig, findConfig, findConfigs, type SensorConfig } from './queries.ts';
import type { ConfigForm } from './schemas.ts';
import { noSupply } from './supply.ts';
import { writeConfig } from './write-config.ts';

export type SaveDeps = PublishDeps<'deviceChanged'> & {
  deviceChanges: DeviceChanges;
  sensorsPerDevice: number;
};

/**
 * Creates or updates the one configuration of a device's sensor.
 * @throws ApiError 400 for a tank that cannot be, 404 when the device is gone, or the one that its pump
 * takes its water from is another account's, 409 where it has no room for one more sensor.
 */
export async function saveConfig(
  { db, clock, deviceChanges, publisher, sensorsPerDevice }: SaveDeps,
  by: NonNullable<Actor>,
  device: Device,
  form: ConfigForm,
): Promise<{ config: SensorConfig; isNew: boolean }> {
  const given = {
    ...givenFields(form),
    ...(await givenSource(db, by, device, form)),
  };
  const now = clock();
  const saved = await db.transaction(async (trx) => {
    // Neither the device nor its source is handed over meanwhile.
    if (given.fills_from) await holdUser(trx, device.owner_id);
    await holdDevice(trx, device.id);
    if (given.fills_from) await requireOneOwner(trx, device, given.fills_from);
    const known = await findConfig(trx, device.id, form.sensor_name);
    if (!known) await requireRoomForSensor(trx, device.id, form.sensor_name, sensorsPerDevice);
    const sensor = { device_id: device.id, sensor_name: form.sensor_name };
    const config = await writeConfig(trx, sensor, { known, given, now });
    const { sensor_name, capacity, high_threshold, low_threshold } = config;
    const facts = { sensor_name, capacity, high_threshold, low_threshold };
    await logAction(trx, [device.id], { by, action: 'config_saved', facts, now });
    return { config, isNew: !known };
  });
  deviceChanges.forget(device.identity);
  publisher.deviceChanged(device.id);
  return saved;
}

/**
 * Removes a configuration while nothing is recorded by it.
 * @returns true if it still existed.
 */
export async function removeConfig(
  { db, clock }: Pick<SaveDeps, 'db' | 'clock'>,
  by: Actor,
  { device_id, id }: Pick<SensorConfig, 'device_id' | 'id'>,
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    if (!(await lockDevice(trx, device_id))) return false;
    const config = (await findConfigs(trx, device_id)).find((each) => each.id === id);
    if (!config || !(await deleteConfig(trx, config))) return false;
    const { sensor_name, tank } = config;
    const now = clock();
    // The next configuration of the sensor says nothing of the tank that was.
    await noteTankChange(trx, config, tank, now);
    const entry = { by, facts: { sensor_name }, now };
    await logAction(trx, [device_id], { ...entry, action: 'config_removed' });
    return true;
  });
}

/** Returns the fields that a form gives. A tank alone gives its capacity, too. */
function givenFields(form: ConfigForm) {
  const { capacity, high_threshold, low_threshold, tank, supply, muted } = form;
  const { pump_max_minutes, pump_rest_minutes, pump_litres_per_hour: rate } = form;
  return {
    ...(tank !== undefined && givenTank(tank)),
    ...(typeof capacity === 'number' && { capacity }),
    ...(typeof high_threshold === 'number' && { high_threshold }),
    ...(typeof low_threshold === 'number' && { low_threshold }),
    ...(typeof pump_max_minutes === 'number' && { pump_max_minutes }),
    ...(typeof pump_rest_minutes === 'number' && { pump_rest_minutes }),
    ...(typeof rate === 'number' && { pump_litres_per_hour: rate === 0 ? null : rate }),
    ...(typeof supply === 'string' && { supply: supply === noSupply ? null : supply }),
    ...(muted && { muted_kinds: writeMutedKinds(muted) }),
  };
}

/**
 * Returns the source that a form gives: a sensor of the same device, or of another one of the same owner that
 * the person may see.
 */
async function givenSource(
  db: Database,
  by: NonNullable<Actor>,
  device: Device,
  { sensor_name, fills_from }: ConfigForm,
): Promise<{ fills_from?: string | null }> {
  if (fills_from === undefined) return {};
  if (fills_from === null) return { fills_from };
  const { device_id, sensor_name: sensorName } = fills_from;
  const from = device_id === undefined ? device : await findDeviceFor(db, 'see', by, device_id);
  if (from.owner_id !== device.owner_id) throw failures.notFound('Device');
  if (from.id === device.id && sensorName === sensor_name) {
    throw failures.invalidField('fills_from', fault('otherTank'));
  }
  return { fills_from: packSource({ deviceId: from.id, sensorName }) };
}

function givenTank(form: TankForm | null): { tank: string | null; capacity?: number } {
  if (form === null) return { tank: null };
  const tank = toTank(form);
  const errors = checkTank(tank);
  if (errors.length > 0) throw failures.invalid(errors);
  return { tank: JSON.stringify(tank), capacity: Math.round(gaugeOf(tank).capacity) };
}
