import type { Actor } from '../../accounts/audit/queries.ts';
import type { Db } from '../../db/db.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { may } from '../access.ts';
import type { findDevicesByIdentity } from '../devices/many-queries.ts';
import type { Column } from './columns.ts';
import type { Line } from './taken-line.ts';

/** A device that is registered. */
export type RegisteredDevice = Awaited<ReturnType<typeof findDevicesByIdentity>>[number];
type Refusal = { field: Column; message: FaultText };

/** Says why a line may not change a device that is registered, or undefined. */
export type KnownLines = (line: Line, device: RegisteredDevice) => Refusal | undefined;

/**
 * Opens what decides about lines of devices that are registered: their owner may say all of them, managers
 * what is of a tank, and of a sensor that the device has.
 */
export async function openKnownLines(
  trx: Db,
  { userId }: NonNullable<Actor>,
  lines: readonly Line[],
  devices: ReadonlyMap<string, RegisteredDevice>,
): Promise<KnownLines> {
  const found = lines.flatMap((line) => {
    const device = devices.get(line.values.identity);
    return device ? [{ line, device }] : [];
  });
  const others = found.filter(({ line, device }) => {
    return device.owner_id !== userId && line.values.isOfTankAlone;
  });
  const managed = await findManaged(trx, userId, idsOf(others));
  const withSensor = found.filter(({ line }) => line.values.sensor !== undefined);
  const sensors = await findSensorNames(trx, idsOf(withSensor));
  return ({ values: { sensor, isOfTankAlone } }, { id, owner_id }) => {
    if (owner_id !== userId && !(isOfTankAlone && managed.has(id))) {
      return { field: 'mac_or_serial', message: fault('deviceTaken') };
    }
    const isKnown = sensor === undefined || sensors.has(`${id} ${sensor}`);
    return isKnown ? undefined : { field: 'sensor', message: fault('sensorUnknown') };
  };
}

function idsOf(found: readonly { device: RegisteredDevice }[]): number[] {
  return [...new Set(found.map(({ device }) => device.id))];
}

async function findManaged(
  trx: Db,
  userId: number,
  deviceIds: readonly number[],
): Promise<Set<number>> {
  if (deviceIds.length === 0) return new Set();
  const roles = await trx
    .selectFrom('device_roles')
    .select(['device_id', 'role'])
    .where('user_id', '=', userId)
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Set(roles.filter(({ role }) => may(role, 'manage')).map(({ device_id }) => device_id));
}

/** Sensors of devices that have readings or a configuration, as `device sensor`. */
async function findSensorNames(trx: Db, deviceIds: readonly number[]): Promise<Set<string>> {
  if (deviceIds.length === 0) return new Set();
  const measuring = await trx
    .selectFrom('sensors')
    .select(['device_id', 'name'])
    .where('device_id', 'in', deviceIds)
    .execute();
  const configured = await trx
    .selectFrom('sensor_configs')
    .select(['device_id', 'sensor_name as name'])
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Set(
    [...measuring, ...configured].map(({ device_id, name }) => `${device_id} ${name}`),
  );
}
