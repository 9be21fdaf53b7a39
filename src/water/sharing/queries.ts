import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SharesTable } from '../../db/tables/device-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { leastRank, rankOf } from '../access.ts';
import type { Target } from './targets.ts';

export type Share = Selectable<SharesTable>;

const ownerRank = rankOf('owner');

/** Address of a person: an e-mail as it is compared, or a phone, `254…`. */
export type Address = { emailKey: string } | { phone: string };

function sharesOf(db: Db, target: Target) {
  const shares = db.selectFrom('shares').selectAll();
  return 'deviceId' in target
    ? shares.where('device_id', '=', target.deviceId)
    : shares.where('group_id', '=', target.groupId);
}

/** Finds the share of a target with an address, or the invitation to it; leaves out transfers. */
export async function findShareTo(
  db: Db,
  target: Target,
  address: Address,
): Promise<Share | undefined> {
  const shares = sharesOf(db, target).where('role', '<', ownerRank);
  const to =
    'emailKey' in address
      ? shares.where('email_key', '=', address.emailKey)
      : shares.where('phone', '=', address.phone);
  return await to.executeTakeFirst();
}

export async function countShares(db: Db, target: Target): Promise<number> {
  const { count } = await sharesOf(db, target)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findShare(db: Db, id: number): Promise<Share | undefined> {
  return await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Share, with the accounts of the person who accepted it, of who made it and of the target's owner. */
export type SharePerson = Awaited<ReturnType<typeof findSharePerson>>;

function sharesWithPeople(db: Db) {
  return db
    .selectFrom('shares as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as f', 'f.id', 's.invited_by')
    .leftJoin('devices as d', 'd.id', 's.device_id')
    .leftJoin('device_groups as g', 'g.id', 's.group_id')
    .leftJoin('users as o', (join) =>
      join.on(({ eb, fn }) => eb('o.id', '=', fn.coalesce('d.owner_id', 'g.owner_id'))),
    )
    .selectAll('s')
    .select(['u.email as person', 'u.full_name', 'f.email as inviter'])
    .select(['f.full_name as inviter_name', 'o.email as owner', 'o.full_name as owner_name']);
}

/** Finds all shares of a device, including those by its groups, or of a group; open invitations, too. */
export async function findSharesOf(db: Db, target: Target, now: number): Promise<SharePerson[]> {
  const shares = sharesWithPeople(db)
    .where(({ or, eb }) => or([eb('s.expires_at', 'is', null), eb('s.expires_at', '>', now)]))
    .orderBy('s.id');
  if ('groupId' in target) return await shares.where('s.group_id', '=', target.groupId).execute();
  const { deviceId } = target;
  return await shares
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('s.device_id', '=', deviceId),
        eb(
          's.group_id',
          'in',
          selectFrom('group_devices').select('group_id').where('device_id', '=', deviceId),
        ),
      ]),
    )
    .execute();
}

export async function findSharePerson(db: Db, id: number) {
  return await sharesWithPeople(db).where('s.id', '=', id).executeTakeFirstOrThrow();
}

/** Finds a page of the open invitations to the e-mail of an account, oldest first, with inviter and target. */
export async function findInvitations(
  db: Db,
  userId: number,
  { now, after, limit }: { now: number; after: number; limit: number },
) {
  return await invitationsInFull(db, now)
    .where('s.email_key', '=', emailKeyOf(userId))
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Finds an open invitation to the e-mail of an account, or to any phone: that is for whoever has its code. */
export async function findInvitation(
  db: Db,
  { id, userId, now }: { id: number; userId: number; now: number },
) {
  return await invitationsInFull(db, now)
    .where('s.id', '=', id)
    .where(({ or, eb }) =>
      or([eb('s.email_key', '=', emailKeyOf(userId)), eb('s.phone', 'is not', null)]),
    )
    .executeTakeFirst();
}

/** Finds an open invitation, with the name of its inviter and of its target. */
export async function findOpenInvitation(db: Db, id: number, now: number) {
  return await openInvitations(db, now).where('s.id', '=', id).executeTakeFirst();
}

function emailKeyOf(userId: number) {
  return ({ selectFrom }: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>) =>
    selectFrom('users').select('users.email_key').where('users.id', '=', userId);
}

function invitationsInFull(db: Db, now: number) {
  return openInvitations(db, now).select(['u.email as inviter', 'd.mac_or_serial']);
}

function openInvitations(db: Db, now: number) {
  return db
    .selectFrom('shares as s')
    .innerJoin('users as u', 'u.id', 's.invited_by')
    .leftJoin('devices as d', 'd.id', 's.device_id')
    .leftJoin('device_groups as g', 'g.id', 's.group_id')
    .selectAll('s')
    .select(['u.full_name as inviter_name', 'd.name as device_name', 'g.name as group_name'])
    .where('s.accepted_at', 'is', null)
    .where('s.expires_at', '>', now);
}

export async function insertShare(trx: Db, share: Insertable<SharesTable>): Promise<number> {
  const { id } = await trx
    .insertInto('shares')
    .values(share)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Changes = Partial<
  Pick<Share, 'role' | 'expires_at' | 'accepted_at' | 'user_id' | 'invited_by' | 'sms_paid_a_day'>
>;

export async function updateShare(trx: Db, id: number, changes: Changes): Promise<void> {
  await trx.updateTable('shares').set(changes).where('id', '=', id).execute();
}

/** @returns true if it still existed. */
export async function deleteShare(trx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('shares').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpired(trx: Db, target: Target, now: number): Promise<void> {
  const expired = trx.deleteFrom('shares').where('expires_at', '<=', now);
  await ('deviceId' in target
    ? expired.where('device_id', '=', target.deviceId)
    : expired.where('group_id', '=', target.groupId)
  ).execute();
}

/** Deletes expired invitations. @returns how many had expired by an instant, at most `limit`. */
export async function deleteExpiredInvitations(
  db: Db,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('shares').select('id').where('expires_at', '<=', until).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes a person's accepted shares of a target. */
export async function deleteSharesWith(trx: Db, target: Target, userId: number): Promise<void> {
  const shared = trx.deleteFrom('shares').where('user_id', '=', userId);
  await ('deviceId' in target
    ? shared.where('device_id', '=', target.deviceId)
    : shared.where('group_id', '=', target.groupId)
  ).execute();
}

export async function deleteTransfers(trx: Db, deviceId: number): Promise<void> {
  await trx
    .deleteFrom('shares')
    .where('device_id', '=', deviceId)
    .where('role', '=', ownerRank)
    .execute();
}

/** Deletes open invitations to a group whose inviters may not make them any more (`mayGive`). */
export async function endGroupOffers(trx: Db, groupId: number): Promise<void> {
  await trx
    .deleteFrom('shares')
    .where('group_id', '=', groupId)
    .where('accepted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_groups as g')
            .select('g.id')
            .where('g.id', '=', groupId)
            .whereRef('g.owner_id', '=', 'shares.invited_by'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shares as m')
            .select('m.id')
            .where('m.group_id', '=', groupId)
            .where('m.accepted_at', 'is not', null)
            .whereRef('m.user_id', '=', 'shares.invited_by')
            .whereRef('m.role', '>=', 'shares.role')
            .where('m.role', '>=', leastRank('manage')),
        ),
      ),
    )
    .execute();
}

/** Ends what the owner of a device pays for, as when it changes hands. */
export async function endPayments(trx: Db, deviceId: number): Promise<void> {
  await trx
    .updateTable('shares')
    .set({ sms_paid_a_day: null })
    .where('device_id', '=', deviceId)
    .execute();
}

export async function moveShares(trx: Db, from: number, to: number): Promise<void> {
  await trx.updateTable('shares').set({ device_id: to }).where('device_id', '=', from).execute();
}
