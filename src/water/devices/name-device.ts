import type { Static } from 'typebox';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import { requireRecord } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { identityOf } from './identity.ts';
import { type DeviceRecord, findDevice, findDeviceByIdentity, renameDevice } from './queries.ts';
import type { Renaming } from './schemas.ts';

type NameDeps = { db: Database; publisher: Pick<LivePublisher, 'deviceChanged'> };

/**
 * Gives a device a name, takes it away (`null`) or leaves it as it is (left out).
 * @throws ApiError 404 when the caller sees no such device, 403 where the caller may not manage it.
 */
export async function nameDevice(
  { db, publisher }: NameDeps,
  userId: number,
  { mac_or_serial, device_name }: Static<typeof Renaming>,
): Promise<DeviceRecord> {
  const found = await findDeviceByIdentity(db.read, identityOf(mac_or_serial));
  const device = requireRecord(
    'manage',
    'Device',
    found && (await findDevice(db.read, userId, found.id)),
  );
  if (device_name === undefined) return device;
  const renamed = await renameDevice(db.write, device.id, device_name);
  if (!renamed) throw failures.notFound('Device');
  publisher.deviceChanged(device.id);
  return { ...device, name: device_name };
}
