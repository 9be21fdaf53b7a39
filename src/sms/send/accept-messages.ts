import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { type RowOf, rowSet } from '../../db/row-set.ts';
import type { Work } from '../../db/work.ts';
import { type Batcher, createBatcher } from '../../kit/async/batcher.ts';
import { beginCharges, enterCharges } from '../credits/credits.ts';
import { holdLiving } from '../dispatch/claimer.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import {
  freeKeys,
  type KeyedRequest,
  keptMs,
  saveAnswers,
  takeKeys,
} from '../idempotency/queries.ts';
import {
  columnsOf,
  type Message,
  type NewMessage,
  newFields,
  type StoredMessage,
  type StoredRow,
  storedColumns,
  toRow,
  toStored,
} from '../message.ts';
import type { SendAnswer } from './schemas.ts';

/** A message to be accepted, and the idempotency key of its request. */
export type AcceptRequest = {
  message: NewMessage;
  keyed: KeyedRequest | undefined;
  /** True if it goes to the simulator where its account has nothing but trial credits. */
  simulatesTrial: boolean;
};

export type Accepted =
  | {
      outcome: 'accepted';
      answer: SendAnswer;
      /** The message if it is to be submitted at once; null where it waits in the outbox. */
      claimed: StoredMessage | null;
      /** The balance to which the account has fallen and of which it wants to be told, if it has. */
      lowBalance: number | null;
    }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'suspended'; reason: string }
  | { outcome: 'key taken' };

/**
 * Accepts single messages, those of one cycle of the event loop together, each with its charge. On SQLite
 * they join the next commit, beside everything else that waits for it, so that a request costs a part of a
 * sync of the disk; PostgreSQL serves several at once, and accounts that meet in two of them queue there.
 */
export function createAcceptance(
  db: Database,
  { whileClaiming }: Pick<Dispatcher, 'whileClaiming'>,
): Batcher<AcceptRequest, Accepted> {
  return createBatcher((requests) => whileClaiming(() => db.perform(acceptMessages, requests)), {
    largest: 200,
    // With one at a time a request waited until the commit before its own was reported to this thread.
    abreast: 4,
  });
}

/** One commit for all of them, or none. */
export const acceptMessages: Work<AcceptRequest[], Accepted[]> = {
  url: import.meta.url,
  name: 'acceptMessages',
  run: acceptAll,
};

async function acceptAll(trx: Db, engine: Engine, given: AcceptRequest[]): Promise<Accepted[]> {
  const requests = await queueUnclaimable(trx, given);
  const free = await takeKeysOf(trx, engine, requests);
  const { paid, unpaid } = await payInOrder(trx, free);
  const stored = await store(trx, engine, paid);
  const freed = [...unpaid.keys()].flatMap(({ keyed }) => (keyed ? [keyed] : []));
  if (freed.length > 0) await freeKeys(trx, engine, freed);
  const results = new Map([...unpaid, ...stored]);
  return requests.map((request) => results.get(request) ?? { outcome: 'key taken' });
}

/** Leaves to the outbox the messages of a process that was paused so long that it was declared dead. */
async function queueUnclaimable(trx: Db, requests: AcceptRequest[]): Promise<AcceptRequest[]> {
  const dead = new Set<number | null>();
  for (const claimerId of new Set(requests.map(({ message }) => message.claimedBy))) {
    if (claimerId !== null && !(await holdLiving(trx, claimerId))) dead.add(claimerId);
  }
  if (dead.size === 0) return requests;
  return requests.map((request) => {
    if (!dead.has(request.message.claimedBy)) return request;
    const message = { ...request.message, status: 'queued', claimedBy: null } as const;
    return { ...request, message };
  });
}

/** Takes the keys of requests; @returns those without a key or with one that was free. */
async function takeKeysOf(
  trx: Db,
  engine: Engine,
  requests: AcceptRequest[],
): Promise<AcceptRequest[]> {
  const keyed = requests.flatMap((request) => (request.keyed ? [request.keyed] : []));
  if (keyed.length === 0) return requests;
  const now = Math.max(...requests.map(({ message }) => message.createdAt));
  const taken = await takeKeys(trx, engine, keyed, { now, since: now - keptMs });
  return requests.filter(
    (each) => !each.keyed || taken.has(`${each.keyed.userId}/${each.keyed.key}`),
  );
}

type Paid = {
  request: AcceptRequest;
  balance: number;
  simulated: boolean;
  lowBalance: number | null;
};

/** Spends each account's credits for its requests, the first ones where they do not suffice for all. */
async function payInOrder(
  trx: Db,
  requests: AcceptRequest[],
): Promise<{ paid: Paid[]; unpaid: Map<AcceptRequest, Accepted> }> {
  const paid: Paid[] = [];
  const unpaid = new Map<AcceptRequest, Accepted>();
  const byUser = Map.groupBy(requests, ({ message }) => message.userId);
  // In one order everywhere, so that two transactions never wait for each other.
  for (const [userId, theirs] of [...byUser].sort(([a], [b]) => a - b)) {
    const credits = theirs.length;
    const begun = await beginCharges(trx, { userId, credits });
    const { spent, balance, isTrial, lowBalance, suspension } = begun;
    const refusal: Accepted = suspension
      ? { outcome: 'suspended', reason: suspension.reason }
      : { outcome: 'insufficient', balance };
    theirs.forEach((request, index) => {
      // By the statement that has spent the credit, so that no grant can come between the two.
      const simulated = isTrial && request.simulatesTrial;
      const after = balance + spent - 1 - index;
      if (index < spent) paid.push({ request, simulated, balance: after, lowBalance });
      else unpaid.set(request, refusal);
    });
  }
  return { paid, unpaid };
}

/** Stores the paid messages, enters their charges, and keeps the answers to their keys. */
async function store(trx: Db, engine: Engine, paid: Paid[]): Promise<Map<AcceptRequest, Accepted>> {
  const results = new Map<AcceptRequest, Accepted>();
  const [first] = paid;
  if (!first) return results;
  const messages = paid.map(({ request, simulated }) => ({ ...request.message, simulated }));
  const stored = await insertMessages(trx, messages);
  const charged = messages.map(({ userId }, index) => ({
    id: (stored[index] as StoredRow).id,
    user_id: userId,
    cost: 1,
  }));
  await enterCharges(trx, charged, first.request.message.createdAt);
  const answers = paid.map(({ request, balance, simulated, lowBalance }, index) => {
    const row = stored[index] as StoredRow;
    // A claimed message is sent before its request is answered.
    const claimed = row.claimed_by === null ? null : toStored(row);
    const answer: SendAnswer = {
      success: true,
      message_id: String(row.id),
      balance,
      message: claimed ? 'SMS sent' : 'SMS queued',
      ...(simulated && { simulated }),
    };
    results.set(request, { outcome: 'accepted', claimed, answer, lowBalance });
    return { keyed: request.keyed, messageId: claimed ? row.id : null, answer };
  });
  const kept = answers.flatMap(({ keyed, messageId, answer }) =>
    keyed ? [{ ...keyed, messageId, status: 200, answer: JSON.stringify(answer) }] : [],
  );
  if (kept.length > 0) await saveAnswers(trx, engine, kept);
  return results;
}

const insertedFields = [...newFields, 'simulated'] as const;
const columns = columnsOf(insertedFields);
const columnNames = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
const placedColumns = { place: 'bigint', ...columns } as const;

const insertRows = prepare(
  ({ rows }: { rows: RowOf<typeof placedColumns>[] }, engine) => sql<StoredRow>`
    insert into sms_messages (${columnNames}, cost, priority, attempts)
    select ${columnNames}, 1, 0, 0 from ${rowSet(engine, placedColumns, rows)} as v order by place
    returning ${storedColumns}`,
);

/** Stores single messages, each of which costs one credit. @returns them in their order. */
async function insertMessages(
  db: Db,
  messages: Pick<Message, (typeof insertedFields)[number]>[],
): Promise<StoredRow[]> {
  const rows = messages.map((message, place) => ({ place, ...toRow(message, insertedFields) }));
  const stored = await insertRows(db, { rows });
  // Ids are counted up in the order of the rows; the order in which they come back is not promised.
  return stored.sort((a, b) => a.id - b.id);
}
