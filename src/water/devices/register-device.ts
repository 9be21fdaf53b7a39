import type { Actor } from '../../accounts/audit/queries.ts';
import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import { insertOwner } from '../device-roles.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { readDeviceName } from './identity.ts';
import {
  type DeviceRecord,
  findDevice,
  findDeviceByIdentity,
  insertDevice,
  insertDeviceStatus,
} from './queries.ts';

type RegisterDeps = PublishDeps<'devicesChanged'> & {
  ids: Ids;
  deviceChanges: DeviceChanges;
};

/**
 * Registers a device to its owner; of several that try at once, exactly one gets it. One's own device
 * again is no failure.
 * @throws ApiError 409 when it belongs to another user.
 */
export async function registerDevice(
  deps: RegisterDeps,
  by: NonNullable<Actor>,
  text: string,
): Promise<{ device: DeviceRecord; isNew: boolean }> {
  const { db, deviceChanges, publisher } = deps;
  const { userId: ownerId } = by;
  const { macOrSerial, identity } = readDeviceName(text);
  const known = await findDeviceByIdentity(db.read, identity);
  const isNew = known ? false : await addDevice(deps, by, { macOrSerial, identity });
  if (isNew) {
    deviceChanges.forget(identity);
    publisher.devicesChanged([ownerId]);
  }
  const found = known ?? (await findDeviceByIdentity(db.read, identity));
  if (found && found.owner_id !== ownerId) throw deviceTaken();
  const device = found && (await findDevice(db.read, ownerId, found.id));
  // Somebody else's at the insert, and removed before we could look.
  if (!device) throw failures.unavailable('The device has just changed hands; try again.', 1);
  return { device, isNew };
}

export function deviceTaken(): ApiError {
  return failures.conflict('device_taken', 'This device is registered to another user.');
}

type NewDevice = { macOrSerial: string; identity: string };

async function addDevice(
  { db, clock, ids }: RegisterDeps,
  by: NonNullable<Actor>,
  { macOrSerial, identity }: NewDevice,
): Promise<boolean> {
  const now = clock();
  return await db.transaction(async (trx) => {
    const id = await insertDevice(trx, {
      owner_id: by.userId,
      mac_or_serial: macOrSerial,
      identity,
      name: null,
      key_salt: drawSalt(ids),
      key_required: 0,
      created_at: now,
    });
    if (id === undefined) return false;
    await insertDeviceStatus(trx, id);
    await insertOwner(trx, id, by.userId);
    const facts = { mac_or_serial: macOrSerial };
    await logAction(trx, [id], { by, action: 'registered', facts, now });
    return true;
  });
}
