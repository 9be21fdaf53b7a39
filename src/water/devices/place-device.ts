import type { Static } from 'typebox';
import type { Actor } from '../../accounts/audit/queries.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { logAction } from '../device-log.ts';
import { findDeviceFor } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { changePlace, type DeviceRecord, findDevice } from './queries.ts';
import type { Placing } from './schemas.ts';

type PlaceDeps = PublishDeps<'deviceChanged'>;

/**
 * Says where a device stands, in degrees, or takes that back (both `null`): then it is where it says
 * itself that it is.
 * @throws ApiError 400 where only one of the two is null, 404 when the caller sees no such device, 403
 * where the caller may not manage it.
 */
export async function placeDevice(
  { db, clock, publisher }: PlaceDeps,
  by: NonNullable<Actor>,
  { device_id, latitude, longitude }: Static<typeof Placing>,
): Promise<DeviceRecord> {
  if ((latitude === null) !== (longitude === null)) {
    const field = latitude === null ? 'latitude' : 'longitude';
    throw failures.invalidField(field, fault('required'));
  }
  const { id } = await findDeviceFor(db, 'manage', by, device_id);
  const now = clock();
  const place = {
    placed_latitude: latitude,
    placed_longitude: longitude,
    placed_at: latitude === null ? null : now,
  };
  await db.transaction(async (trx) => {
    if (!(await changePlace(trx, id, place))) throw failures.notFound('Device');
    await logAction(trx, [id], { by, action: 'placed', facts: { latitude, longitude }, now });
  });
  publisher.deviceChanged(id);
  const placed = await findDevice(db.read, by.userId, id);
  if (!placed) throw failures.notFound('Device');
  return placed;
}
