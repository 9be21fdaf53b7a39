import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import type { Db, Engine } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { inSlices } from '../../kit/async/slices.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { lowBalanceHeader } from '../credits/low-balance.ts';
import {
  findAnswer,
  freeKeyOf,
  type KeyedRequest,
  keptMs,
  type StoredAnswer,
  saveAnswers,
  takeKeys,
} from './queries.ts';

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The same key with the same body is given the first answer again for 24 hours, and does nothing more.',
    }),
  ),
});

/**
 * `isRepeat` is true of an answer that was given before; `lowBalance` is the threshold that the balance has
 * fallen to, where it is low.
 */
export type Answer = { status: number; body: object; isRepeat?: true; lowBalance?: number | null };

/** Says of a repeat that it is one, and of a balance that it is low, in headers. @returns the body. */
export function replyWith(
  reply: FastifyReply,
  { status, body, isRepeat, lowBalance = null }: Answer,
): object {
  if (isRepeat) reply.header('idempotent-replayed', 'true');
  if (lowBalance !== null) reply.header(lowBalanceHeader, lowBalance);
  reply.code(status);
  return body;
}

/** Thrown in a transaction that finds its key taken by another request. */
export class KeyTaken extends Error {}

/** Interval and longest time of looking after another process' request, in milliseconds. */
const pollMs = 50;
const patienceMs = 25_000;

/** Reads the `Idempotency-Key` of a request, and the hash of the request. */
export async function readKeyedRequest(
  request: Pick<FastifyRequest, 'headers' | 'body' | 'routeOptions'>,
  userId: number,
): Promise<KeyedRequest | undefined> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const { url } = request.routeOptions;
  const hash = await hashOf(url, request.body, inOneOrder);
  return { userId, key, hash, formerHash: await hashOf(url, request.body) };
}

/** Entries that are written together: a few hundred kilobytes of JSON at most. */
const entriesAtOnce = 100;

type Order = (name: string, value: unknown) => unknown;

/** The hash of an operation's address and the JSON of a body, whose long lists are written piece by piece. */
async function hashOf(url: string | undefined, body: unknown, order?: Order): Promise<string> {
  const hash = createHash('sha256').update(`${url}\n`);
  await inSlices(piecesOf(body, order), (piece) => hash.update(piece));
  return hash.digest('hex');
}

/** The pieces of `JSON.stringify(body, order)`. */
function* piecesOf(body: unknown, order: Order = (_, value) => value): Generator<string> {
  const write = (value: unknown) => JSON.stringify(value, order);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return yield write(body);
  const members = Object.entries(order('', body) as object);
  for (const [at, [name, value]] of members.entries()) {
    yield `${at === 0 ? '{' : ','}${write(name)}:`;
    if (!Array.isArray(value) || value.length <= entriesAtOnce) yield write(value);
    else {
      for (let start = 0; start < value.length; start += entriesAtOnce) {
        const some = write(value.slice(start, start + entriesAtOnce));
        yield (start === 0 ? '[' : ',') + some.slice(1, -1);
      }
      yield ']';
    }
  }
  yield members.length === 0 ? '{}' : '}';
}

/** The fields of an object in the order of their names: the same JSON is the same request, however written. */
function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Lets a request with a key happen once: a repeat waits for the first where that is still under way, and
 * gets its answer. A failure is not kept, so its repeat is a first request.
 *
 * The key is taken in the transaction that charges, so neither a crash nor another process can come
 * between the two. The answer about a message that is being sent is provisional: it follows from the
 * message's state.
 */
export function createIdempotency({ db, clock }: { db: Database; clock: Clock }) {
  const underWay = new Map<string, Promise<void>>();

  return async (keyed: KeyedRequest | undefined, run: () => Promise<Answer>): Promise<Answer> => {
    if (!keyed) return await run();
    const id = `${keyed.userId}/${keyed.key}`;
    const givesUpAt = performance.now() + patienceMs;
    for (;;) {
      // Between the last look and taking the key nothing else may run, so this is no function.
      for (let before = underWay.get(id); before; before = underWay.get(id)) await before;
      const turn = Promise.withResolvers<void>();
      underWay.set(id, turn.promise);
      try {
        const known = await recall(keyed);
        if (known === undefined) return await run();
        if (known !== 'under way') return { ...known, isRepeat: true };
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
      } finally {
        underWay.delete(id);
        turn.resolve();
      }
      if (performance.now() > givesUpAt) {
        throw failures.unavailable('The first request with this key is still under way.');
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };

  /** Returns the answer to a key, that its request is under way, or nothing. */
  async function recall(keyed: KeyedRequest): Promise<Answer | 'under way' | undefined> {
    const stored = await findAnswer(db.read, keyed, clock() - keptMs);
    if (!stored) return undefined;
    if (![keyed.hash, keyed.formerHash].includes(stored.request_hash)) {
      throw failures.conflict(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another request.',
      );
    }
    if (stored.message_id === null) {
      return { status: stored.status, body: JSON.parse(stored.answer) as object };
    }
    return await recallMessage(keyed, stored, stored.message_id);
  }

  async function recallMessage(
    keyed: KeyedRequest,
    { message_status, status, answer }: StoredAnswer,
    messageId: number,
  ): Promise<Answer | 'under way' | undefined> {
    switch (message_status) {
      case 'sending':
        return 'under way';
      case 'failed':
        await freeKeyOf(db.write, keyed.userId, messageId, keyed.key);
        return undefined;
      case 'unknown':
        return { status, body: { ...(JSON.parse(answer) as object), message: 'SMS queued' } };
      default:
        return { status, body: JSON.parse(answer) as object };
    }
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>;

type Keyed = { keyed: KeyedRequest | undefined; now: number };

/**
 * Does a request's work and keeps its answer in one transaction: where the key is taken already nothing of
 * the work happens.
 * @throws KeyTaken where another request was quicker; `createIdempotency` asks again.
 */
export async function answerWithin(
  trx: Db,
  engine: Engine,
  { keyed, now }: Keyed,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!keyed) return await work();
  const taken = await takeKeys(trx, engine, [keyed], { now, since: now - keptMs });
  if (taken.size === 0) throw new KeyTaken();
  const done = await work();
  const { status } = done;
  const answer = JSON.stringify(done.body);
  await saveAnswers(trx, engine, [{ ...keyed, messageId: null, status, answer }]);
  return done;
}
