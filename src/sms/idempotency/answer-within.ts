import type { Db, Engine } from '../../db/db.ts';
import { type Answer, KeyTaken } from './idempotency.ts';
import { type KeyedRequest, keptMs, saveAnswers, takeKeys } from './queries.ts';

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
  const { status, body } = await work();
  const answer = JSON.stringify(body);
  await saveAnswers(trx, engine, [{ ...keyed, messageId: null, status, answer }]);
  return { status, body };
}
