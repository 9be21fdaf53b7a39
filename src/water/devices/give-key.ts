import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import type { Device } from '../guards.ts';
import { deviceKeyOf } from './device-key.ts';
import { changeKey } from './queries.ts';

type KeyDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  secret: Buffer;
  deviceChanges: DeviceChanges;
};
type KeyWishes = { rotate?: boolean | null; required?: boolean | null };

/**
 * The device's API key, after it was rotated or made required (or not) where that is wished for.
 * @throws ApiError 404 when the device is gone.
 */
export async function giveKey(
  { db, clock, ids, secret, deviceChanges }: KeyDeps,
  by: Actor,
  device: Device,
  { rotate, required }: KeyWishes,
): Promise<string> {
  if (!rotate && typeof required !== 'boolean') {
    return deviceKeyOf(secret, device.id, device.key_salt);
  }
  const change = { rotate: rotate ?? false, required: required ?? undefined };
  const salt = await db.transaction(async (trx) => {
    const changed = await changeKey(trx, device.id, {
      newSalt: change.rotate ? drawSalt(ids) : undefined,
      required: change.required,
    });
    if (changed === undefined) throw failures.notFound('Device');
    const facts = { rotated: change.rotate, required: change.required ?? null };
    await logAction(trx, [device.id], { by, action: 'key_changed', facts, now: clock() });
    return changed;
  });
  deviceChanges.forget(device.identity);
  return deviceKeyOf(secret, device.id, salt);
}
