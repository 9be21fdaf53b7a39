import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { rankOf } from '../access.ts';
import { logAction } from '../device-log.ts';
import { refreshRoles } from '../device-roles.ts';
import { changeOwner, noFormerKey } from '../devices/key-queries.ts';
import {
  deleteDevice,
  deleteDeviceStatus,
  deleteGrants,
  insertDevice,
  insertDeviceStatus,
  insertRemovedDevice,
} from '../devices/queries.ts';
import { noReadingRefusals, noRefusals } from '../devices/refusal-queries.ts';
import {
  clearSourcesAt,
  clearSourcesElsewhere,
  holdWithFilled,
  sourceUnder,
} from '../devices/source-queries.ts';
import type { Device } from '../guards.ts';
import type { Command } from '../pump-commands/queries.ts';
import { makeSchedulesDue } from '../pump-commands/schedule-queries.ts';
import { findPumpsToStop, stopPumps } from '../pump-commands/stop-forgotten.ts';
import type { CommandLives } from '../pumps/pump-switch.ts';
import { findConfigs, insertConfig } from '../sensor-configs/queries.ts';
import {
  deleteSharesWith,
  deleteTransfers,
  endPayments,
  findSharePerson,
  insertShare,
  moveShares,
  type Share,
  type SharePerson,
} from './queries.ts';
import { type Addressee, invitationMs, type RoleChange, type SharingDeps } from './share.ts';

type Wishes = { newOwner: Addressee; keepHistory: boolean; keepShares: boolean };

/** Offers a device to a new owner, who has to accept; an earlier offer of it ends. */
export async function offerDevice(
  { db, clock, ids }: SharingDeps,
  by: NonNullable<Actor>,
  device: Device,
  { newOwner, keepHistory, keepShares }: Wishes,
): Promise<SharePerson> {
  const now = clock();
  const id = await db.transaction(async (trx) => {
    await holdUser(trx, device.owner_id);
    await deleteTransfers(trx, device.id);
    const to = 'email' in newOwner ? newOwner.email : newOwner.phone;
    const facts = { to, keep_history: keepHistory, keep_shares: keepShares };
    await logAction(trx, [device.id], { by, action: 'transfer_asked', facts, now });
    return await insertShare(trx, {
      device_id: device.id,
      role: rankOf('owner'),
      email: 'email' in newOwner ? newOwner.email : null,
      email_key: 'email' in newOwner ? newOwner.emailKey : null,
      phone: 'phone' in newOwner ? newOwner.phone : null,
      keep_history: keepHistory ? 1 : 0,
      keep_shares: keepShares ? 1 : 0,
      salt: drawSalt(ids),
      invited_by: by.userId,
      created_at: now,
      expires_at: now + invitationMs,
    });
  });
  return await findSharePerson(db.read, id);
}

type Taking = {
  offer: Share;
  userId: number;
  newSalt: string;
  lives: CommandLives;
  now: number;
};

/**
 * Gives a device to the person who accepted it, with a new key. Without its history it is removed and
 * registered again, with its name and configurations; its pumps that are to stop are told so. Pumps take their water neither way across the two
 * accounts. The caller's transaction holds the former owner.
 * @returns the device's id from now on, the devices and people whose roles changed, and the former owner's
 * devices whose pumps had their source there, and the commands that were sent.
 */
export async function handOver(
  trx: Db,
  device: Device,
  { offer, userId, newSalt, lives, now }: Taking,
): Promise<{ deviceId: number; changed: RoleChange; filled: number[]; stopped: Command[] }> {
  const filled = await holdWithFilled(trx, device);
  await clearSourcesAt(trx, filled, { deviceId: device.id, now });
  await deleteTransfers(trx, device.id);
  const sensorNames = offer.keep_history ? [] : await findPumpsToStop(trx, device.id, now);
  // The former owner, too, may have accepted an invitation, to another address.
  for (const person of [userId, device.owner_id]) {
    await deleteSharesWith(trx, { deviceId: device.id }, person);
  }
  const deviceId = offer.keep_history
    ? device.id
    : await registerAnew(trx, device, { owner_id: userId, key_salt: newSalt, created_at: now });
  await deleteRadio(trx, device.id);
  // The former owner's account pays for nobody there any more.
  await endPayments(trx, device.id);
  if (offer.keep_shares && deviceId !== device.id) await moveShares(trx, device.id, deviceId);
  if (deviceId === device.id) {
    await changeOwner(trx, deviceId, { ownerId: userId, newSalt });
    await clearSourcesElsewhere(trx, deviceId, now);
    await makeSchedulesDue(trx, deviceId, now);
  }
  const stopped = await stopPumps(trx, { deviceId, sensorNames }, { ...lives, now });
  await leaveGroups(trx, device.id, offer.keep_shares === 1);
  const deviceIds = [...new Set([device.id, deviceId])];
  const changed = { deviceIds, userIds: await refreshRoles(trx, deviceIds) };
  return { deviceId, changed, filled, stopped };
}

async function registerAnew(
  trx: Db,
  device: Device,
  changes: Pick<Device, 'owner_id' | 'key_salt' | 'created_at'>,
): Promise<number> {
  const configs = await findConfigs(trx, device.id);
  await deleteDevice(trx, device.id);
  await deleteDeviceStatus(trx, device.id);
  await insertRemovedDevice(trx, { deviceId: device.id, now: changes.created_at });
  const { id: _, ...kept } = device;
  const unheard = { ...noFormerKey, ...noRefusals, ...noReadingRefusals };
  const id = await insertDevice(trx, { ...kept, ...unheard, ...changes });
  if (id === undefined) throw failures.unavailable('The device has just changed hands.', 1);
  await insertDeviceStatus(trx, id);
  for (const { id: _of, ...config } of configs) {
    const fills_from = sourceUnder(id, device.id, config.fills_from);
    await insertConfig(trx, { ...config, fills_from, device_id: id });
  }
  return id;
}

/** Deletes how the former owner's network servers reach a device: they would be in use by it for ever. */
async function deleteRadio(trx: Db, deviceId: number): Promise<void> {
  for (const table of ['lorawan_pumps', 'lorawan_downlinks', 'lorawan_devices'] as const) {
    await trx.deleteFrom(table).where('device_id', '=', deviceId).execute();
  }
}

/** Removes a device from the groups of its former owner. */
async function leaveGroups(trx: Db, deviceId: number, keepShares: boolean): Promise<void> {
  if (!keepShares) await deleteGrants(trx, deviceId);
  await trx.deleteFrom('group_devices').where('device_id', '=', deviceId).execute();
}
