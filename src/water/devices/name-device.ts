import type { Static } from 'typebox';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { identityOf } from './identity.ts';
import { type DeviceRecord, findDeviceByIdentity, renameDevice } from './queries.ts';
import type { Renaming } from './schemas.ts';

type NameDeps = { db: Database; publisher: Pick<LivePublisher, 'devicesChanged'> };

/**
 * Gives the caller's device a name, takes it away (`null`) or leaves it as it is (left out).
 * @throws ApiError 404 when the caller has no such device.
 */
export async function nameDevice(
  { db, publisher }: NameDeps,
  ownerId: number,
  { mac_or_serial, device_name }: Static<typeof Renaming>,
): Promise<DeviceRecord> {
  const device = await findDeviceByIdentity(db.read, identityOf(mac_or_serial));
  if (device?.owner_id !== ownerId) throw failures.notFound('Device');
  if (device_name === undefined) return device;
  const renamed = await renameDevice(db.write, device.id, device_name);
  if (!renamed) throw failures.notFound('Device');
  publisher.devicesChanged(ownerId);
  return { ...device, name: device_name };
}
