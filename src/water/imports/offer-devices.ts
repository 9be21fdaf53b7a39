import type { Actor } from '../../accounts/audit/queries.ts';
import type { Db } from '../../db/db.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { rankOf } from '../access.ts';
import { insertShares } from '../sharing/many-shares.ts';
import { findOwnAddresses } from '../sharing/own-addresses.ts';
import { addresseeOf, invitationMs } from '../sharing/share.ts';
import { findOffersOf } from './offer-queries.ts';
import type { LogEntry, TakenLine } from './taken-line.ts';

const ownerRank = rankOf('owner');

/**
 * Offers devices to the owners that their lines name, as `transfer` does for one; nothing says whether such
 * an account exists. What is offered to the same address already stays, with its link; another offer ends.
 * The person's own e-mail and phone mean nobody else.
 */
export async function offerDevices(
  trx: Db,
  { ids }: { ids: Ids },
  by: NonNullable<Actor>,
  lines: readonly TakenLine[],
  now: number,
): Promise<LogEntry[]> {
  const named = lines.flatMap(({ deviceId, values: { owner } }) =>
    owner && owner !== 'none' ? [{ deviceId, to: addresseeOf(owner) }] : [],
  );
  const taken = await takeBack(trx, lines, now);
  if (named.length === 0) return taken;
  const isOwn = await findOwnAddresses(trx, by.userId);
  const deviceIds = named.map(({ deviceId }) => deviceId);
  const offers = await findOffersOf(trx, deviceIds, now);
  const offered = new Map(offers.map((each) => [each.device_id, each.email_key ?? each.phone]));
  const wanted = named.filter(({ deviceId, to }) => {
    if (isOwn(to)) return false;
    const address = 'emailKey' in to ? to.emailKey : to.phone;
    return offered.get(deviceId) !== address;
  });
  await deleteOffers(
    trx,
    wanted.map(({ deviceId }) => deviceId),
  );
  await insertShares(
    trx,
    wanted.map(({ deviceId, to }) => ({
      device_id: deviceId,
      group_id: null,
      role: ownerRank,
      email: 'email' in to ? to.email : null,
      email_key: 'email' in to ? to.emailKey : null,
      phone: 'phone' in to ? to.phone : null,
      keep_history: 1 as const,
      keep_shares: 0 as const,
      salt: drawSalt(ids),
      invited_by: by.userId,
      created_at: now,
      expires_at: now + invitationMs,
    })),
  );
  const asked = wanted.map(
    ({ deviceId, to }): LogEntry => ({
      deviceId,
      action: 'transfer_asked',
      facts: {
        to: 'email' in to ? to.email : to.phone,
        keep_history: true,
        keep_shares: false,
      },
    }),
  );
  return [...taken, ...asked];
}

/** Takes the open offers of devices back whose lines say that there is to be no new owner. */
async function takeBack(trx: Db, lines: readonly TakenLine[], now: number): Promise<LogEntry[]> {
  const ids = lines.flatMap(({ deviceId, values }) => (values.owner === 'none' ? [deviceId] : []));
  const offers = await findOffersOf(trx, ids, now);
  await deleteOffers(trx, ids);
  return offers.flatMap(({ device_id, email, phone }) => {
    const facts = { to: email ?? phone, role: 'owner' };
    return device_id === null ? [] : [{ deviceId: device_id, action: 'share_ended', facts }];
  });
}

async function deleteOffers(trx: Db, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await trx
    .deleteFrom('shares')
    .where('device_id', 'in', deviceIds)
    .where('role', '=', ownerRank)
    .execute();
}
