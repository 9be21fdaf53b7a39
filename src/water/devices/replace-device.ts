import type { Actor } from '../../accounts/audit/queries.ts';
import type { Db } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import type { Device } from '../guards.ts';
import { resolveDeviceIncidents } from '../incidents/open-incidents.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { holdDevice, requireSameOwner } from './hold-device.ts';
import { readDeviceName } from './identity.ts';
import { changeKey } from './key-queries.ts';
import { changeHardware, type DeviceRecord, findDevice, findDeviceByIdentity } from './queries.ts';
import { deviceTaken } from './register-device.ts';

type ReplaceDeps = PublishDeps<'alertsChanged' | 'deviceChanged'> & {
  ids: Ids;
  deviceChanges: DeviceChanges;
};

/**
 * New hardware takes a device over, with all that is known of it; the old one is nobody's from then on.
 * @throws ApiError 404 when the device is gone, 409 where the new hardware is registered already.
 */
export async function replaceDevice(
  { db, clock, ids, deviceChanges, publisher }: ReplaceDeps,
  by: NonNullable<Actor>,
  device: Device,
  { macOrSerial: text, rotate }: { macOrSerial: string; rotate: boolean },
): Promise<DeviceRecord> {
  const { macOrSerial, identity } = readDeviceName(text);
  const resolved = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    await requireSameOwner(trx, device);
    const known = await findDeviceByIdentity(trx, identity);
    if (known && known.id !== device.id) throw deviceTaken();
    await takeHardware(trx, device.id, { mac_or_serial: macOrSerial, identity });
    const newSalt = rotate ? drawSalt(ids) : undefined;
    await changeKey(trx, device.id, { newSalt });
    const facts = { from: device.mac_or_serial, to: macOrSerial, key_rotated: rotate };
    await logAction(trx, [device.id], { by, action: 'replaced', facts, now: clock() });
    return await resolveDeviceIncidents(trx, device.id, clock());
  });
  deviceChanges.forget(device.identity);
  deviceChanges.forget(identity);
  publisher.alertsChanged(resolved);
  publisher.deviceChanged(device.id);
  const replaced = await findDevice(db.read, by.userId, device.id);
  if (!replaced) throw failures.notFound('Device');
  return replaced;
}

/** @throws ApiError 409 where another request has just registered the same hardware. */
async function takeHardware(
  trx: Db,
  id: number,
  hardware: { mac_or_serial: string; identity: string },
): Promise<void> {
  try {
    await changeHardware(trx, id, hardware);
  } catch (error) {
    throw isUniqueViolation(error) ? deviceTaken() : error;
  }
}
