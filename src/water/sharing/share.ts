import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import { toEmailKey } from '../../accounts/sign-in.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { type DeviceRole, mayGive, rankOf, requireRole, roleOfRank } from '../access.ts';
import { logAction } from '../device-log.ts';
import { refreshRoles } from '../device-roles.ts';
import type { LivePublisher, PublishDeps } from '../live-publisher.ts';
import { parseAddressee } from './addressee.ts';
import {
  countShares,
  deleteExpired,
  deleteShare,
  endGroupOffers,
  findShare,
  findSharePerson,
  findShareTo,
  insertShare,
  type SharePerson,
  updateShare,
} from './queries.ts';
import { findDevicesOf, findReach, type Target, targetOf } from './targets.ts';

export type SharingDeps = PublishDeps<'rolesChanged' | 'devicesChanged'> & { ids: Ids };

type By = NonNullable<Actor>;

/** Addressee of an offer; an e-mail also as it was written. */
export type Addressee = { email: string; emailKey: string } | { phone: string };

/** Time for which an invitation can be accepted. */
export const invitationMs = 14 * 24 * 3_600_000;

/** Most shares of one device or group, including open invitations. */
export const mostShares = 200;

/**
 * Offers a role at a device or a group to the holder of an e-mail or phone, or changes the role that was
 * given or offered there. The answer does not reveal if there is such an account.
 * @throws ApiError 404 or 403 where the person may not share it, 409 where it is shared too often.
 */
export async function share(
  { db, clock, ids, publisher }: SharingDeps,
  by: By,
  { target, to, role }: { target: Target; to: Addressee; role: DeviceRole },
): Promise<{ share: SharePerson; isNew: boolean }> {
  const now = clock();
  const { id, isNew, changed } = await db.transaction(async (trx) => {
    await holdTarget(trx, by.userId, target);
    const given = { role: rankOf(role), invited_by: by.userId };
    const expires_at = now + invitationMs;
    await deleteExpired(trx, target, now);
    const known = await findShareTo(trx, target, to);
    const deviceIds = await findDevicesOf(trx, target);
    const facts = { to: 'phone' in to ? to.phone : to.email, role };
    if (known) {
      const isOpen = known.accepted_at === null;
      await updateShare(trx, known.id, isOpen ? { ...given, expires_at } : given);
      await logAction(trx, deviceIds, {
        by,
        now,
        facts,
        userId: known.user_id,
        action: isOpen ? 'invited' : 'role_changed',
      });
      return { id: known.id, isNew: false, changed: await changeRoles(trx, target, deviceIds) };
    }
    if ((await countShares(trx, target)) >= mostShares) {
      throw failures.conflict('shared_too_often', `At most ${mostShares} people can share this.`);
    }
    const id = await insertShare(trx, {
      device_id: 'deviceId' in target ? target.deviceId : null,
      group_id: 'groupId' in target ? target.groupId : null,
      email: 'email' in to ? to.email : null,
      email_key: 'email' in to ? to.emailKey : null,
      phone: 'phone' in to ? to.phone : null,
      salt: drawSalt(ids),
      ...given,
      created_at: now,
      expires_at,
    });
    await logAction(trx, deviceIds, { by, now, facts, action: 'invited' });
    return { id, isNew: true, changed: nothing };
  });
  publishRoles(publisher, changed);
  return { share: await findSharePerson(db.read, id), isNew };
}

/**
 * Ends a share, or takes an invitation back. Anybody may leave what was shared with them. The person's own
 * open invitations to it end as well.
 * @throws ApiError 404 for a share that the person may not see, 403 for one that the person may not end.
 */
export async function unshare(
  { db, clock, publisher }: SharingDeps,
  by: By,
  id: number,
): Promise<void> {
  const found = await findShare(db.read, id);
  if (!found) throw failures.notFound('Share');
  const target = targetOf(found);
  const changed = await db.transaction(async (trx) => {
    const rank = await holdReach(trx, by.userId, target, 'Share');
    if (found.user_id !== by.userId && !mayGive(rank, found.role)) {
      // Only managers may see the other people.
      const what = 'groupId' in target ? 'group' : 'device';
      requireRole(rank, found.role > rankOf('manager') ? 'own' : 'manage', what);
    }
    if (!(await deleteShare(trx, id))) throw failures.notFound('Share');
    const deviceIds = await findDevicesOf(trx, target);
    const facts = { to: found.email ?? found.phone, role: roleOfRank(found.role) };
    const entry = { by, facts, userId: found.user_id, now: clock() };
    await logAction(trx, deviceIds, { ...entry, action: 'share_ended' });
    return await changeRoles(trx, target, deviceIds);
  });
  publishRoles(publisher, changed);
}

/** Devices at which roles changed, and the people whose roles did. */
export type RoleChange = { deviceIds: readonly number[]; userIds: readonly number[] };
const nothing: RoleChange = { deviceIds: [], userIds: [] };

/**
 * Recalculates roles, and ends invitations that may not be made any more, after a change of a target's
 * shares.
 */
export async function changeRoles(
  trx: Db,
  target: Target,
  deviceIds: readonly number[],
): Promise<RoleChange> {
  if ('groupId' in target) await endGroupOffers(trx, target.groupId);
  return { deviceIds, userIds: await refreshRoles(trx, deviceIds) };
}

export function publishRoles(
  publisher: Pick<LivePublisher, 'rolesChanged'>,
  { deviceIds, userIds }: RoleChange,
): void {
  if (userIds.length > 0) publisher.rolesChanged(deviceIds, userIds);
}

/**
 * Locks the account of a target's owner until the transaction ends: shares of one owner change one after
 * another, so that no role is worked out from shares that are just changing.
 * @returns the rank of the person's role there.
 * @throws ApiError 404 where the person may not see the target.
 */
export async function holdReach(
  trx: Db,
  userId: number,
  target: Target,
  what = 'groupId' in target ? 'Group' : 'Device',
): Promise<number> {
  const before = await findReach(trx, userId, target);
  if (!before) throw failures.notFound(what);
  await holdUser(trx, before.ownerId);
  const reach = await findReach(trx, userId, target);
  // It may have changed hands meanwhile.
  if (!reach || reach.ownerId !== before.ownerId) throw failures.notFound(what);
  return reach.rank;
}

/** Locks a target that the person wants to share; 403 where the person may only see it. */
async function holdTarget(trx: Db, userId: number, target: Target): Promise<void> {
  const what = 'groupId' in target ? 'group' : 'device';
  requireRole(await holdReach(trx, userId, target), 'manage', what);
}

/**
 * Reads the addressee of an invitation.
 * @throws ApiError 400 for neither an e-mail nor the number of a Kenyan mobile phone.
 */
export function readAddressee(to: string): Addressee {
  const read = parseAddressee(to);
  if (!read) throw failures.invalidField('to', fault('addressee'));
  return addresseeOf(read);
}

/** Addressee with its e-mail as it is compared. */
export function addresseeOf(to: { email: string } | { phone: string }): Addressee {
  return 'email' in to ? { email: to.email, emailKey: toEmailKey(to.email) } : to;
}
