import type { Db, Engine } from '../../db/db.ts';
import type { Work } from '../../db/work.ts';
import { beginCharges, enterCharges } from '../credits/credits.ts';
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
      /** Who is to submit it at once; null where it waits in the outbox. */
      claimedBy: number | null;
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
  const free = await takeKeysOf(trx, engine, arrivals);
  const { paid, unpaid } = await payInOrder(trx, free);
  const stored = await store(trx, engine, paid);
  const freed = [...unpaid.keys()].flatMap(({ keyed }) => (keyed ? [keyed] : []));
  if (freed.length > 0) await freeKeys(trx, engine, freed);
  const results = new Map([...unpaid, ...stored]);
  return arrivals.map((arrival) => results.get(arrival) ?? { outcome: 'key taken' });
}

/** Has those wait in the outbox whose process was paused for so long that it was declared dead. */
async function queueUnclaimable(trx: Db, arrivals: Arrival[]): Promise<Arrival[]> {
  const dead = new Set<number | null>();
  for (const claimerId of new Set(arrivals.map(({ message }) => message.claimedBy))) {
    if (claimerId !== null && !(await holdLiving(trx, claimerId))) dead.add(claimerId);
  }
  if (dead.size === 0) return arrivals;
  return arrivals.map((arrival) => {
    if (!dead.has(arrival.message.claimedBy)) return arrival;
    const message = { ...arrival.message, status: 'queued', claimedBy: null } as const;
    return { ...arrival, message, says: 'SMS queued' };
  });
}

/** Takes the keys of arrivals; @returns those without a key or with one that was free. */
async function takeKeysOf(trx: Db, engine: Engine, arrivals: Arrival[]): Promise<Arrival[]> {
  const keyed = arrivals.flatMap((arrival) => (arrival.keyed ? [arrival.keyed] : []));
  if (keyed.length === 0) return arrivals;
  const now = Math.max(...arrivals.map(({ message }) => message.createdAt));
  const taken = await takeKeys(trx, engine, keyed, { now, since: now - keptMs });
  return arrivals.filter(
    (each) => !each.keyed || taken.has(`${each.keyed.userId}/${each.keyed.key}`),
  );
}

type Paid = { arrival: Arrival; balance: number; simulated: boolean };

/** Spends each account's credits for its arrivals, the first ones where there are not enough for all. */
async function payInOrder(
  trx: Db,
  arrivals: Arrival[],
): Promise<{ paid: Paid[]; unpaid: Map<Arrival, Accepted> }> {
  const paid: Paid[] = [];
  const unpaid = new Map<Arrival, Accepted>();
  const byUser = Map.groupBy(arrivals, ({ message }) => message.userId);
  // In one order everywhere, so that two transactions never wait for each other.
  for (const [userId, theirs] of [...byUser].sort(([a], [b]) => a - b)) {
    const credits = theirs.length;
    const { spent, balance, isTrial } = await beginCharges(trx, { userId, credits });
    theirs.forEach((arrival, index) => {
      // Said by the statement that has spent the credit, so no grant can come between the two.
      const simulated = isTrial && arrival.simulatesTrial;
      const after = balance + spent - 1 - index;
      if (index < spent) paid.push({ arrival, simulated, balance: after });
      else unpaid.set(arrival, { outcome: 'insufficient', balance });
    });
  }
  return { paid, unpaid };
}

/** Stores what is paid, enters its charges, and keeps the answers to its keys. */
async function store(trx: Db, engine: Engine, paid: Paid[]): Promise<Map<Arrival, Accepted>> {
  const results = new Map<Arrival, Accepted>();
  const [first] = paid;
  if (!first) return results;
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
    const { claimedBy } = arrival.message;
    results.set(arrival, { outcome: 'accepted', id, sender, simulated, claimedBy, answer });
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
  return results;
}
