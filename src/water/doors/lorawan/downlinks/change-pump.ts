import type { Database } from '../../../../db/database.ts';
import type { Db } from '../../../../db/db.ts';
import { failures } from '../../../../kit/api/failures/api-error.ts';
import type { Clock } from '../../../../kit/time/clock.ts';
import { holdDevice, requireSameOwner } from '../../../devices/hold-device.ts';
import type { Device } from '../../../guards.ts';
import { readDevEui } from '../uplink.ts';
import {
  deletePump,
  findDownlinks,
  findPumpOf,
  findServers,
  findWaitingSwitches,
  type PumpInUse,
  savePump,
} from './queries.ts';
import { forgotten, nothingQueued, readQueued, writeQueued } from './queued.ts';
import type { NewPump } from './schemas.ts';

type Deps = { db: Database; clock: Clock };

/**
 * Stores how the commands of a pump are written, for the device's owner.
 * @throws ApiError 404 where the device or the network server is not the owner's, 409 where the pump is to have
 * another network server while the one before may hold commands.
 */
export async function setPump(
  { db, clock }: Deps,
  device: Pick<Device, 'id' | 'owner_id'>,
  pump: NewPump,
): Promise<void> {
  await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    await requireSameOwner(trx, device);
    const servers = await findServers(trx, device.owner_id);
    if (!servers.some(({ id }) => id === pump.server_id)) throw failures.notFound('Network server');
    const before = await findPumpOf(trx, device.id);
    if (before && before.server_id !== pump.server_id) await refuseQueued(trx, before, clock());
    await savePump(trx, {
      device_id: device.id,
      user_id: device.owner_id,
      sensor_name: pump.sensor_name,
      server_id: pump.server_id,
      f_port: pump.f_port,
      on_frame: pump.on,
      off_frame: pump.off,
      stops_by_itself: pump.stops_by_itself ? 1 : 0,
      receipt_is_done: pump.receipt_is_done ? 1 : 0,
      queued: queuedAfter(before, pump),
      changed_at: clock(),
    });
  });
}

/** What is known of the queue of a pump once it is stored: frames of before are put right where commands wait. */
function queuedAfter(before: PumpInUse | undefined, { server_id }: NewPump): string {
  if (!before) return writeQueued(nothingQueued);
  if (before.server_id !== server_id) return writeQueued(undefined);
  return forgotten(before.queued, readDevEui(before.mac_or_serial));
}

/**
 * Removes how the commands of a pump are written.
 * @throws ApiError 404 where there is nothing, 409 while its network server may hold commands.
 */
export async function removePump({ db, clock }: Deps, deviceId: number): Promise<PumpInUse> {
  return await db.transaction(async (trx) => {
    await holdDevice(trx, deviceId);
    const pump = await findPumpOf(trx, deviceId);
    if (!pump) throw failures.notFound('Pump');
    await refuseQueued(trx, pump, clock());
    await deletePump(trx, deviceId);
    return pump;
  });
}

/**
 * @throws ApiError 409 while the network server may hold commands, which nobody would take out of it any more,
 * unless it cannot be told.
 */
async function refuseQueued(db: Db, pump: PumpInUse, now: number): Promise<void> {
  // What waits for a board without a DevEUI, in the place of one of LoRaWAN, waits here alone.
  const ids = readDevEui(pump.mac_or_serial) ? [pump.device_id] : [];
  const waiting = ids.length > 0 ? await findWaitingSwitches(db, ids, now) : [];
  const last = (await findDownlinks(db, [pump.device_id])).at(-1);
  const isTold = readQueued(pump.queued)?.wanted === '' || (last?.last_error ?? null) !== null;
  if (waiting.length === 0 && isTold) return;
  const message = 'Its network server may hold commands of this pump; cancel them first.';
  throw failures.conflict('commands_queued', message);
}
