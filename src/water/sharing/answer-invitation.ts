import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { drawSalt, type SignedIds } from '../../kit/signed-ids.ts';
import { mayGive, rankOf, roleOfRank } from '../access.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { PublishDeps } from '../live-publisher.ts';
import type { Command } from '../pump-commands/queries.ts';
import type { CommandLives } from '../pumps/pump-switch.ts';
import {
  deleteShare,
  deleteSharesWith,
  findInvitation,
  findOpenInvitation,
  type Share,
  updateShare,
} from './queries.ts';
import { changeRoles, publishRoles, type RoleChange, type SharingDeps } from './share.ts';
import { findDevicesOf, findOwner, findReach, type Target, targetOf } from './targets.ts';
import { handOver } from './transfer.ts';

/** Dependencies; `codes` are those of invitations by phone. */
export type AnswerDeps = SharingDeps &
  CommandLives &
  PublishDeps<'deviceChanged' | 'commandsChanged'> & {
    deviceChanges: DeviceChanges;
    codes: SignedIds;
  };

/** Invitation to answer; `code` is that of an invitation by phone, shown by the person. */
type Invited = { id: number; code?: string | null };

export type Accepted = Target;

/**
 * Accepts an invitation, or a device that was offered.
 * @throws ApiError 404 where the person has no such invitation, it has expired or was taken back, or the
 * inviter may no longer make it.
 */
export async function acceptInvitation(
  { db, clock, ids, publisher, deviceChanges, codes, ...lives }: AnswerDeps,
  by: NonNullable<Actor>,
  { id, code }: Invited,
): Promise<Accepted> {
  const now = clock();
  const { userId } = by;
  const { accepted, changed, identity, filled, stopped } = await db.transaction(async (trx) => {
    const invitation = await holdInvitation(trx, codes, userId, { id, code: code ?? '', now });
    const target = targetOf(invitation);
    await requireStanding(trx, invitation, target);
    if (invitation.role === rankOf('owner')) {
      return await takeOver(trx, by, { offer: invitation, newSalt: drawSalt(ids), lives, now });
    }
    if ('deviceId' in target) await holdDevice(trx, target.deviceId);
    await deleteSharesWith(trx, target, userId);
    await updateShare(trx, id, { user_id: userId, accepted_at: now, expires_at: null });
    const deviceIds = await findDevicesOf(trx, target);
    const facts = { role: roleOfRank(invitation.role) };
    await logAction(trx, deviceIds, { by, now, facts, userId, action: 'invitation_accepted' });
    return {
      accepted: target,
      changed: await changeRoles(trx, target, deviceIds),
      ...nothingElse,
    };
  });
  if (identity !== undefined) deviceChanges.forget(identity);
  publishRoles(publisher, changed);
  for (const each of filled) publisher.deviceChanged(each);
  publisher.commandsChanged(stopped);
  // A group without devices changes no role, but is one more group.
  if (changed.userIds.length === 0) publisher.devicesChanged([userId]);
  return accepted;
}

/** Declines an invitation. @throws ApiError 404 as `acceptInvitation`. */
export async function declineInvitation(
  { db, clock, codes }: AnswerDeps,
  by: NonNullable<Actor>,
  { id, code }: Invited,
): Promise<void> {
  const now = clock();
  await db.transaction(async (trx) => {
    const shown = { id, code: code ?? '', now };
    const invitation = await holdInvitation(trx, codes, by.userId, shown);
    await deleteShare(trx, id);
    const deviceIds = await findDevicesOf(trx, targetOf(invitation));
    const facts = { role: roleOfRank(invitation.role) };
    await logAction(trx, deviceIds, {
      by,
      now,
      facts,
      userId: by.userId,
      action: 'invitation_declined',
    });
  });
}

type Taken = {
  accepted: Accepted;
  changed: RoleChange;
  /** Of the device, where it has changed hands. */
  identity: string | undefined;
  filled: number[];
  stopped: Command[];
};

const nothingElse = { identity: undefined, filled: [], stopped: [] };

async function takeOver(
  trx: Db,
  by: NonNullable<Actor>,
  {
    offer,
    newSalt,
    lives,
    now,
  }: { offer: Share; newSalt: string; lives: CommandLives; now: number },
): Promise<Taken> {
  const device = await trx
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', offer.device_id)
    .executeTakeFirst();
  if (!device) throw failures.notFound('Invitation');
  const { userId } = by;
  if (device.owner_id === userId) {
    // Offered to a phone of the owner's own: a new key would silence the board, and its people would lose it.
    await deleteShare(trx, offer.id);
    const changed = { deviceIds: [], userIds: [] };
    return { accepted: { deviceId: device.id }, changed, ...nothingElse };
  }
  const taken = { offer, userId, newSalt, lives, now };
  const { deviceId, changed, filled, stopped } = await handOver(trx, device, taken);
  const facts = { from_user: device.owner_id, keep_history: offer.keep_history === 1 };
  await logAction(trx, changed.deviceIds, { by, action: 'transferred', facts, userId, now });
  return { accepted: { deviceId }, changed, identity: device.identity, filled, stopped };
}

/** Finds an invitation to a person, and locks its target's owner, so that nothing changes meanwhile. */
async function holdInvitation(
  trx: Db,
  codes: SignedIds,
  userId: number,
  { id, code, now }: { id: number; code: string; now: number },
): Promise<Share> {
  const find = () => findInvitationTo(trx, codes, userId, { id, code, now });
  const found = await find();
  const ownerId = found && (await findOwner(trx, targetOf(found)));
  if (ownerId === undefined) throw failures.notFound('Invitation');
  await holdUser(trx, ownerId);
  const invitation = await find();
  if (!invitation) throw failures.notFound('Invitation');
  return invitation;
}

/** Requires that the inviter could still make the invitation. */
async function requireStanding(db: Db, { invited_by, role }: Share, target: Target) {
  const reach = await findReach(db, invited_by, target);
  if (!reach || !mayGive(reach.rank, role)) throw failures.notFound('Invitation');
}

/**
 * Finds an open invitation to a person: to the account's e-mail, or one by phone whose code the person has shown.
 * @param code empty where none was shown.
 */
async function findInvitationTo(
  db: Db,
  codes: SignedIds,
  userId: number,
  { id, code, now }: { id: number; code: string; now: number },
) {
  const found = await findInvitation(db, { id, userId, now });
  const isTheirs = found && (found.phone === null || codes.isOf(code, found));
  return isTheirs ? found : undefined;
}

/** Finds the open invitation by phone whose code a person has shown. */
export async function findInvitationByPhone(
  db: Db,
  codes: SignedIds,
  userId: number,
  { code, now }: { code: string; now: number },
) {
  const id = codes.idOf(code);
  const found = id && (await findInvitationTo(db, codes, userId, { id, code, now }));
  return found && found.phone !== null ? found : undefined;
}

/**
 * Finds the open invitation of a link's code.
 * @throws ApiError 404 as `acceptInvitation`.
 */
export async function findInvitationOf(db: Db, codes: SignedIds, code: string, now: number) {
  const id = codes.idOf(code);
  const invitation = id === undefined ? undefined : await findOpenInvitation(db, id, now);
  if (!invitation || !codes.isOf(code, invitation)) throw failures.notFound('Invitation');
  await requireStanding(db, invitation, targetOf(invitation));
  return invitation;
}
