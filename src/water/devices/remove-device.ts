import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import { deleteRoles } from '../device-roles.ts';
import type { Device } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { deleteDevice, deleteDeviceStatus, deleteGrants, insertRemovedDevice } from './queries.ts';
import { clearSourcesAt, holdWithFilled } from './source-queries.ts';

type RemoveDeps = PublishDeps<'deviceRemoved' | 'deviceChanged'> & {
  deviceChanges: DeviceChanges;
};

/**
 * Removes a device. It is gone for everybody at once; its readings, which may be millions, go in the
 * background (see `water/retention/purge-removed-devices.ts`). No pump takes its water from it any more.
 * @throws ApiError 404 when somebody was faster.
 */
export async function removeDevice(
  { db, clock, deviceChanges, publisher }: RemoveDeps,
  by: Actor,
  device: Device,
): Promise<void> {
  const { id, identity } = device;
  const { userIds, filled } = await db.transaction(async (trx) => {
    // Nothing is shared of it, and no group takes it, while it goes.
    await holdUser(trx, device.owner_id);
    const filled = await holdWithFilled(trx, device);
    if (!(await deleteDevice(trx, id))) throw failures.notFound('Device');
    // Without its status row nothing more is added to the device: see `holdDevice` and the recorder.
    await deleteDeviceStatus(trx, id);
    const now = clock();
    await clearSourcesAt(trx, filled, { deviceId: id, now });
    await insertRemovedDevice(trx, { deviceId: id, now });
    const facts = { mac_or_serial: device.mac_or_serial, name: device.name };
    await logAction(trx, [id], { by, action: 'removed', facts, now });
    await deleteGrants(trx, id);
    return { userIds: await deleteRoles(trx, id), filled };
  });
  deviceChanges.forget(identity);
  publisher.deviceRemoved(id, userIds);
  for (const each of filled) publisher.deviceChanged(each);
}
