import type { Engine } from '../../../db/db.ts';
import type { MessageClass } from '../../message-states.ts';
import { findOptedOut } from '../../opt-outs/queries.ts';
import type { Trx } from '../message-rows.ts';
import { type ClaimedMessage, drop, type MessageUpdate } from '../message-update.ts';
import {
  type Claim,
  type ClaimedRow,
  claimMessages,
  deferPromotional,
  type Share,
} from '../outbox-queries.ts';
import { shareOut, type Waiting } from '../poll.ts';
import { applyUpdates } from './apply.ts';

export type Claims = Pick<Claim, 'now' | 'cautiousNow' | 'claimerId'> & { places: number };

export type Claimed = {
  /** To be submitted. */
  messages: ClaimedMessage[];
  /** Whether an account used up its share, and so may have more. */
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
  const { now } = claims;
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
  const { messages, dropped } = await dropUnsendable(trx, engine, [...singles, ...bulk], claims);
  await applyUpdates(trx, engine, dropped, now);
  return { messages, mayHaveMore: isUsedUp(singles, shares[0]) || isUsedUp(bulk, bulkShares) };
}

async function dropUnsendable(
  trx: Trx,
  engine: Engine,
  rows: ClaimedRow[],
  { cautiousNow, claimerId }: Pick<Claims, 'cautiousNow' | 'claimerId'>,
) {
  const promotional = rows.filter((row) => row.class === 'promotional');
  const optedOut = new Set((await findOptedOut(trx, engine, promotional)).map(recipientOf));
  const messages: ClaimedMessage[] = [];
  const dropped: MessageUpdate[] = [];
  for (const row of rows) {
    if (row.expires_at <= cautiousNow) {
      dropped.push(drop(row, 'expire', 'The message was not sent in time.'));
    } else if (row.class === 'promotional' && optedOut.has(recipientOf(row))) {
      dropped.push(drop(row, 'cancel', 'The number has opted out.'));
    } else messages.push(toMessage(row, claimerId));
  }
  return { messages, dropped };
}

function recipientOf({ user_id, phone }: { user_id: number; phone: string }): string {
  return `${user_id}/${phone}`;
}

function isUsedUp(rows: ClaimedRow[], shares: Share[]): boolean {
  const counts = Map.groupBy(rows, ({ user_id }) => user_id);
  return shares.some(({ userId, count }) => count > 0 && counts.get(userId)?.length === count);
}

function toMessage(row: ClaimedRow, claimedBy: number): ClaimedMessage {
  return {
    id: row.id,
    userId: row.user_id,
    claimedBy,
    phone: row.phone,
    sender: row.sender,
    simulated: row.simulated === 1,
    text: row.body,
    class: row.class as MessageClass,
    attempts: row.attempts,
    inDoubt: row.in_doubt,
    expiresAt: row.expires_at,
  };
}
