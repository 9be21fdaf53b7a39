import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { hourMs } from '../../kit/time/units.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import type { Device } from '../guards.ts';
import { deviceKeyOf } from './device-key.ts';
import { holdDevice, requireSameOwner } from './hold-device.ts';
import { changeKey } from './key-queries.ts';

type KeyDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  secret: Buffer;
  deviceChanges: DeviceChanges;
};
type KeyWishes = {
  rotate?: boolean | null;
  /** Of a rotation: how long the key before goes on, unless the new one is used earlier. */
  overlap_hours?: number | null;
  required?: boolean | null;
  only_signed?: boolean | null;
};

/** Where nothing is said of it, for a device that must sign: its board has to be reached to be given the key. */
const usualOverlapHours = 24;

/**
 * The device's API key, after it was rotated, made required (or not), or its signature was, where that is
 * wished for.
 * @throws ApiError 404 when the device is gone.
 */
export async function giveKey(
  { db, clock, ids, secret, deviceChanges }: KeyDeps,
  by: Actor,
  device: Device,
  { rotate, overlap_hours, required, only_signed }: KeyWishes,
): Promise<string> {
  if (!rotate && typeof required !== 'boolean' && typeof only_signed !== 'boolean') {
    return deviceKeyOf(secret, device.id, device.key_salt);
  }
  const change = {
    rotate: rotate ?? false,
    required: required ?? undefined,
    onlySigned: only_signed ?? undefined,
  };
  const hours = overlap_hours ?? (device.only_signed === 1 ? usualOverlapHours : 0);
  const salt = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    await requireSameOwner(trx, device);
    const changed = await changeKey(trx, device.id, {
      newSalt: change.rotate ? drawSalt(ids) : undefined,
      formerUntil: hours > 0 ? clock() + hours * hourMs : null,
      required: change.required,
      onlySigned: change.onlySigned,
    });
    if (changed === undefined) throw failures.notFound('Device');
    const facts = {
      rotated: change.rotate,
      required: change.required ?? null,
      ...(change.onlySigned !== undefined && { only_signed: change.onlySigned }),
    };
    await logAction(trx, [device.id], { by, action: 'key_changed', facts, now: clock() });
    return changed;
  });
  deviceChanges.forget(device.identity);
  return deviceKeyOf(secret, device.id, salt);
}
