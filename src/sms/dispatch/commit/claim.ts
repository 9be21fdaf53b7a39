import type { Engine } from '../../../db/db.ts';
import type { ChangedMessage, StoredMessage, Trx } from '../../message.ts';
import { findOptedOut } from '../../opt-outs/queries.ts';
import { drop, type MessageUpdate } from '../message-update.ts';
import {
  type Claim,
  claimMessages,
  deferPromotional,
  type Priority,
  type Share,
} from '../outbox-queries.ts';
import { type LaneWait, shareOut } from '../poll.ts';
import { writeUpdates } from './apply.ts';

export type ClaimMoment = Pick<Claim, 'now' | 'cautiousNow' | 'claimerId'>;

export type Claimed = {
  messages: StoredMessage[];
  /** True if an account used up its share, and so may have more. */
  mayHaveMore: boolean;
};

/** What a claim has taken, and those that have ended by it. */
type ClaimOutcome = Claimed & {
  ended: ChangedMessage[];
  /** Those of them that stay `unknown`, as they were. */
  stopped: ChangedMessage[];
};

/**
 * Claims as many messages of each lane as its providers have places, single sends first. Those that have
 * expired, that quiet hours leave no time or whose number has opted out meanwhile end here; what
 * follows from that, `followChanges` does.
 */
export async function claim(
  trx: Trx,
  engine: Engine,
  waiting: LaneWait[],
  claims: ClaimMoment,
): Promise<ClaimOutcome> {
  const { now, cautiousNow } = claims;
  const quiet = new Map(waiting.flatMap((each) => each.quiet).map((each) => [each.userId, each]));
  const timeless = new Set<number>();
  // In one order, so that two processes whose accounts become quiet together do not wait for each other.
  for (const { userId, until } of [...quiet.values()].sort((a, b) => a.userId - b.userId)) {
    if (until === null) timeless.add(userId);
    else await deferPromotional(trx, { userId, now, until });
  }
  const claimed: { by: LaneWait; messages: StoredMessage[] }[] = [];
  let mayHaveMore = false;
  for (const priority of [0, 1] as const) {
    for (const by of waiting) {
      const taken = claimed.filter((each) => sharesProvider(each.by, by));
      const count = taken.reduce((sum, { messages }) => sum + messages.length, 0);
      const shares = sharesOf(by, priority, count);
      const { rules } = by.lane;
      const messages = await claimMessages(trx, engine, { ...claims, priority, shares, rules });
      claimed.push({ by, messages });
      mayHaveMore ||= isUsedUp(messages, shares);
    }
  }
  const all = claimed.flatMap(({ messages }) => messages);
  const { messages, dropped } = await dropUnsendable(trx, engine, all, { cautiousNow, timeless });
  const { moved } = await writeUpdates(trx, engine, dropped, now);
  const isInDoubt = ({ status }: ChangedMessage) => status === 'unknown';
  return {
    messages,
    mayHaveMore,
    ended: moved.filter((each) => !isInDoubt(each)),
    stopped: moved.filter(isInDoubt),
  };
}

function sharesProvider(one: LaneWait, other: LaneWait): boolean {
  return one.lane.providers.some((name) => other.lane.providers.includes(name));
}

/** The shares of the places that are left of a lane. */
function sharesOf({ shares, places }: LaneWait, priority: Priority, taken: number): Share[] {
  if (taken === 0) return shares[priority];
  const userIds = shares[priority].map(({ userId }) => userId);
  return shareOut(userIds, Math.max(0, places - taken));
}

async function dropUnsendable(
  trx: Trx,
  engine: Engine,
  claimed: StoredMessage[],
  { cautiousNow, timeless }: { cautiousNow: number; timeless: ReadonlySet<number> },
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
    } else if (messageClass === 'promotional' && timeless.has(userId)) {
      dropped.push(drop(message, 'expire', 'Quiet hours leave promotional messages no time.'));
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
