import type { Static } from 'typebox';
import type { Actor } from '../../accounts/audit/queries.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { logAction } from '../device-log.ts';
import { findDeviceFor } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { isOnline, toldSilence } from '../presence.ts';
import { silenceOfRhythm } from '../rhythm.ts';
import { holdDevice } from './hold-device.ts';
import { changeSilence, type DeviceRecord, findDevice, findRhythm } from './queries.ts';
import type { Silencing } from './schemas.ts';

type SilenceDeps = PublishDeps<'deviceChanged'> & { onlineMs: number };

/**
 * Says for how many minutes a device may be silent, or leaves that to its rhythm again (`null`).
 * @throws ApiError 404 when the caller sees no such device, 403 where the caller may not manage it.
 */
export async function allowSilence(
  { db, clock, publisher, onlineMs }: SilenceDeps,
  by: NonNullable<Actor>,
  { device_id, silent_after_minutes }: Static<typeof Silencing>,
): Promise<DeviceRecord> {
  const { id } = await findDeviceFor(db, 'manage', by, device_id);
  const now = clock();
  await db.transaction(async (trx) => {
    await holdDevice(trx, id);
    const { rhythm, last_seen_at, silent_about } = await findRhythm(trx, id);
    const silent_after_ms =
      silent_after_minutes === null
        ? silenceOfRhythm(rhythm, onlineMs)
        : silent_after_minutes * minuteMs;
    // Null in a device that is known to be silent, which is over where it may be silent for so long.
    const isAwaited =
      silent_about !== null || isOnline({ last_seen_at, silent_after_ms }, now, onlineMs);
    await changeSilence(trx, id, {
      silent_after_minutes,
      silent_after_ms,
      silent_about:
        isAwaited && last_seen_at !== null
          ? last_seen_at + toldSilence({ silent_after_ms }, onlineMs)
          : null,
    });
    const facts = { silent_after_minutes };
    await logAction(trx, [id], { by, action: 'silence_allowed', facts, now });
  });
  publisher.deviceChanged(id);
  const changed = await findDevice(db.read, by.userId, id);
  if (!changed) throw failures.notFound('Device');
  return changed;
}
