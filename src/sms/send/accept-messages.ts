import type { Db, Engine } from '../../db/db.ts';
import type { Work } from '../../db/work.ts';
import { enterCharges, spendUpTo } from '../credits/credits.ts';
import { holdLiving } from '../dispatch/claimer.ts';
import {
  freeKeys,
  type KeyedRequest,
  keptMs,
  saveAnswers,
  takeKeys,
} from '../idempotency/queries.ts';
import { insertMessages, type NewMessage, type StoredMessage } from './queries.ts';
import type { SendAnswer } from './schemas.ts';

/** A message on its way in, and the key that it came with. */
export type Arrival = {
  message: Omit<NewMessage, 'simulated'>;
  keyed: KeyedRequest | undefined;
  /** What the answer says where all goes well; a claimed message is sent before it is said. */
  says: 'SMS sent' | 'SMS queued';
  /** Whether it goes to the simulator where its account has nothing but trial credits. */
  simulatesTrial: boolean;
};

export type Accepted =
  | ({
      outcome: 'accepted';
      answer: SendAnswer;
      simulated: boolean;
      /** Whether it is to be submitted at once; else it waits in the outbox. */
      isClaimed: boolean;
    } & StoredMessage)
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'key taken' };

/** One commit for all of them, or none. */
export const acceptMessages: Work<Arrival[], Accepted[]> = {
  url: import.meta.url,
  name: 'acceptMessages',
  run: acceptAll,
};

async function acceptAll(trx: Db, engine: Engine, given: Arrival[]): Promise<Accepted[]> {
  const arrivals = await queueUnclaimable(trx, given);
  const results = new Map<Arrival, Accepted>();
  const free = await refuseTaken(trx, engine, arrivals, results);
  const paid = await payInOrder(trx, free, results);
  await store(trx, engine, paid, results);
  const refused = free.filter((arrival) => results.get(arrival)?.outcome === 'insufficient');
  const freed = refused.flatMap(({ keyed }) => (keyed ? [keyed] : []));
  if (freed.length > 0) await freeKeys(trx, engine, freed);
  return arrivals.map((arrival) => results.get(arrival) ?? { outcome: 'key taken' });
}

/** Has those wait in the outbox whose process was paused for so long that it was declared dead. */
async function queueUnclaimable(trx: Db, arrivals: Arrival[]): Promise<Arrival[]> {
  const dead = new Set<number | null>();
  for (const claimer of new Set(arrivals.map(({ message }) => message.claimedBy))) {
    if (claimer !== null && !(await holdLiving(trx, claimer))) dead.add(claimer);
  }
  if (dead.size === 0) return arrivals;
  return arrivals.map((arrival) => {
    if (!dead.has(arrival.message.claimedBy)) return arrival;
    const message = { ...arrival.message, status: 'queued', claimedBy: null } as const;
    return { ...arrival, message, says: 'SMS queued' };
  });
}

/** Takes the keys of arrivals; @returns those without a key or with one that was free. */
async function refuseTaken(
  trx: Db,
  engine: Engine,
  arrivals: Arrival[],
  results: Map<Arrival, Accepted>,
): Promise<Arrival[]> {
  const keyed = arrivals.flatMap((arrival) => (arrival.keyed ? [arrival.keyed] : []));
  if (keyed.length === 0) return arrivals;
  const now = Math.max(...arrivals.map(({ message }) => message.createdAt));
  const taken = await takeKeys(trx, engine, keyed, { now, since: now - keptMs });
  return arrivals.filter((arrival) => {
    const isFree = !arrival.keyed || taken.has(`${arrival.keyed.userId}/${arrival.keyed.key}`);
    if (!isFree) results.set(arrival, { outcome: 'key taken' });
    return isFree;
  });
}

type Paid = { arrival: Arrival; balance: number; simulated: boolean };

/** Charges each account for its arrivals, the first ones where there are not enough credits for all. */
async function payInOrder(
  trx: Db,
  arrivals: Arrival[],
  results: Map<Arrival, Accepted>,
): Promise<Paid[]> {
  const paid: Paid[] = [];
  const byUser = Map.groupBy(arrivals, ({ message }) => message.userId);
  // In one order everywhere, so that two transactions never wait for each other.
  for (const [userId, theirs] of [...byUser].sort(([a], [b]) => a - b)) {
    const credits = theirs.length;
    const { spent, balance, isTrial } = await spendUpTo(trx, { userId, credits });
    theirs.forEach((arrival, index) => {
      // Said by the statement that has spent the credit, so no grant can come between the two.
      const simulated = isTrial && arrival.simulatesTrial;
      const after = balance + spent - 1 - index;
      if (index < spent) paid.push({ arrival, simulated, balance: after });
      else results.set(arrival, { outcome: 'insufficient', balance });
    });
  }
  return paid;
}

async function store(
  trx: Db,
  engine: Engine,
  paid: Paid[],
  results: Map<Arrival, Accepted>,
): Promise<void> {
  const [first] = paid;
  if (!first) return;
  const messages = paid.map(({ arrival, simulated }) => ({ ...arrival.message, simulated }));
  const stored = await insertMessages(trx, messages);
  const charged = messages.map(({ userId }, index) => ({
    id: (stored[index] as StoredMessage).id,
    user_id: userId,
    cost: 1,
  }));
  await enterCharges(trx, charged, first.arrival.message.createdAt);
  const answers = paid.map(({ arrival, balance, simulated }, index) => {
    const { id, sender } = stored[index] as StoredMessage;
    const { says } = arrival;
    const answer: SendAnswer = {
      success: true,
      message_id: String(id),
      balance,
      message: says,
      ...(simulated && { simulated }),
    };
    const isClaimed = arrival.message.claimedBy !== null;
    results.set(arrival, { outcome: 'accepted', id, sender, simulated, isClaimed, answer });
    return { ...arrival, id, answer };
  });
  const kept = answers.flatMap(({ keyed, says, id, answer }) =>
    keyed
      ? [
          {
            ...keyed,
            messageId: says === 'SMS sent' ? id : null,
            status: 200,
            answer: JSON.stringify(answer),
          },
        ]
      : [],
  );
  if (kept.length > 0) await saveAnswers(trx, engine, kept);
}
