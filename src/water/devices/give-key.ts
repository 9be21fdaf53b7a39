import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import type { DeviceChanges } from '../device-changes.ts';
import type { Device } from '../guards.ts';
import { deviceKeyOf } from './device-key.ts';
import { changeKey } from './queries.ts';

type KeyDeps = { db: Database; secret: Buffer; deviceChanges: DeviceChanges };
type KeyWishes = { rotate?: boolean | null; required?: boolean | null };

/**
 * The device's API key, after it was rotated or made required (or not) where that is wished for.
 * @throws ApiError 404 when the device is gone.
 */
export async function giveKey(
  { db, secret, deviceChanges }: KeyDeps,
  device: Device,
  { rotate, required }: KeyWishes,
): Promise<string> {
  if (!rotate && typeof required !== 'boolean') {
    return deviceKeyOf(secret, device.id, device.key_version);
  }
  const change = { rotate: rotate ?? false, required: required ?? undefined };
  const version = await changeKey(db.write, device.id, change);
  if (version === undefined) throw failures.notFound('Device');
  deviceChanges.forget(device.identity);
  return deviceKeyOf(secret, device.id, version);
}
