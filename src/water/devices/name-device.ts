import type { Static } from 'typebox';
import type { Actor } from '../../accounts/audit/queries.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { logAction } from '../device-log.ts';
import { requireRecord } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { identityOf } from './identity.ts';
import { type DeviceRecord, findDevice, findDeviceByIdentity, renameDevice } from './queries.ts';
import type { Renaming } from './schemas.ts';

type NameDeps = PublishDeps<'deviceChanged'>;

/**
 * Gives a device a name, takes it away (`null`) or leaves it as it is (left out).
 * @throws ApiError 404 when the caller sees no such device, 403 where the caller may not manage it.
 */
export async function nameDevice(
  { db, clock, publisher }: NameDeps,
  by: NonNullable<Actor>,
  { mac_or_serial, device_name }: Static<typeof Renaming>,
): Promise<DeviceRecord> {
  const found = await findDeviceByIdentity(db.read, identityOf(mac_or_serial));
  const device = requireRecord(
    'manage',
    'Device',
    found && (await findDevice(db.read, by.userId, found.id)),
  );
  if (device_name === undefined) return device;
  await db.transaction(async (trx) => {
    if (!(await renameDevice(trx, device.id, device_name))) throw failures.notFound('Device');
    const facts = { from: device.name, to: device_name };
    await logAction(trx, [device.id], { by, action: 'renamed', facts, now: clock() });
  });
  publisher.deviceChanged(device.id);
  return { ...device, name: device_name };
}
