import type { Engine } from '../../../db/db.ts';
import type { StoredMessage, Trx } from '../../message.ts';
import { findOptedOut } from '../../opt-outs/queries.ts';
import { drop, type MessageUpdate } from '../message-update.ts';
import { type Claim, claimMessages, deferPromotional, type Share } from '../outbox-queries.ts';
import { shareOut, type Waiting } from '../poll.ts';
import { applyUpdates } from './apply.ts';

export type Claims = Pick<Claim, 'now' | 'cautiousNow' | 'claimerId'> & { places: number };

export type Claimed = {
  messages: StoredMessage[];
  /** True if an account used up its share, and so may have more. */
  mayHaveMore: boolean;
};

/**
 * Claims as many messages as there are places, single sends first. Those that have expired or whose number
 * has opted out meanwhile end here.
 */
export async function claim(
  trx: Trx,
  engine: Engine,
  { shares, quiet }: Waiting,
  { places, ...claims }: Claims,
): Promise<Claimed> {
  const { now, cautiousNow } = claims;
  for (const { userId, until } of quiet) await deferPromotional(trx, { userId, now, until });
  const singles = await claimMessages(trx, engine, { ...claims, priority: 0, shares: shares[0] });
  const left = places - singles.length;
  const bulkShares =
    singles.length === 0
      ? shares[1]
      : shareOut(
          shares[1].map(({ userId }) => userId),
          left,
        );
  const bulk = await claimMessages(trx, engine, { ...claims, priority: 1, shares: bulkShares });
  const { messages, dropped } = await dropUnsendable(
    trx,
    engine,
    [...singles, ...bulk],
    cautiousNow,
  );
  await applyUpdates(trx, engine, dropped, now);
  return { messages, mayHaveMore: isUsedUp(singles, shares[0]) || isUsedUp(bulk, bulkShares) };
}

async function dropUnsendable(
  trx: Trx,
  engine: Engine,
  claimed: StoredMessage[],
  cautiousNow: number,
) {
  const recipients = claimed
    .filter((message) => message.class === 'promotional')
    .map(({ userId, phone }) => ({ user_id: userId, phone }));
  const found = await findOptedOut(trx, engine, recipients);
  const optedOut = new Set(found.map(({ user_id, phone }) => `${user_id}/${phone}`));
  const messages: StoredMessage[] = [];
  const dropped: MessageUpdate[] = [];
  for (const message of claimed) {
    const { userId, phone, class: messageClass, expiresAt } = message;
    if (expiresAt <= cautiousNow) {
      dropped.push(drop(message, 'expire', 'The message was not sent in time.'));
    } else if (messageClass === 'promotional' && optedOut.has(`${userId}/${phone}`)) {
      dropped.push(drop(message, 'cancel', 'The number has opted out.'));
    } else messages.push(message);
  }
  return { messages, dropped };
}

function isUsedUp(claimed: StoredMessage[], shares: Share[]): boolean {
  const counts = Map.groupBy(claimed, (message) => message.userId);
  return shares.some(({ userId, count }) => count > 0 && counts.get(userId)?.length === count);
}
