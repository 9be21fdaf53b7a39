import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { fault } from '../kit/api/failures/faults.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';
import { latestEnd } from '../kit/time/elapsed.ts';
import type { Claim, DeliveryQueue, QueuedDelivery, Target } from './delivery-queue.ts';
import { lifeMs, nextTryAt, type TargetPauses } from './next-try.ts';

/**
 * The outcome of a try. `refused`: no further try would go better. `silent`: the target did not answer at
 * all, so it is left alone for a while. `mayBeSent`: it left, and nobody knows whether it arrived.
 */
export type Result =
  | { outcome: 'delivered' }
  | { outcome: 'failed' | 'refused' | 'silent'; error: string; mayBeSent?: boolean };

export type DeliverDeps<T extends Target, D extends QueuedDelivery> = {
  db: Database;
  log: Logger;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump'>;
  queue: DeliveryQueue<T, D>;
  /** Makes one try, within the lease; undefined where it was cut short by the signal. */
  send: (target: T, delivery: D, signal: AbortSignal) => Promise<Result | undefined>;
  pauses: TargetPauses;
  /** A number from 0 up to 1 that spreads retries. */
  random: () => number;
};

/** Deliveries of one target in one claim, and most of them that are on their way at once. */
const claimSize = 64;
export const triesAtOnce = 16;

/**
 * Longer than the tries of a claim take: four after another, each within ten seconds. Those of SMS may take thirty
 * and so outlast it: their idempotency keys make of a second try no second message.
 */
export const leaseMs = 120_000;

/**
 * Returns the instant after which a lease was given by a clock that was ahead: within one lease after a
 * jump no lease is certain.
 */
export function leasesAhead(
  { clockWatch }: { clockWatch: Pick<ClockWatch, 'sinceJump'> },
  now: number,
): number {
  return clockWatch.sinceJump() < leaseMs ? Number.MAX_SAFE_INTEGER : latestEnd(now, leaseMs);
}

/**
 * Delivers what is due to one target until nothing is, it is silent, or the loop is to stop.
 * @param hasRoom false where others wait for the place: then it ends with the claim under way.
 */
export async function deliver<T extends Target, D extends QueuedDelivery>(
  deps: DeliverDeps<T, D>,
  target: T,
  signal: AbortSignal,
  hasRoom: () => boolean = () => true,
): Promise<void> {
  const { db, clock, queue, pauses } = deps;
  let isFirst = true;
  while (!signal.aborted && !pauses.isPaused(target.id) && (isFirst || hasRoom())) {
    isFirst = false;
    const now = clock();
    const claim = { targetId: target.id, leaseUntil: now + leaseMs };
    const limit = pauses.isOnProbation(target.id) ? 1 : claimSize;
    const deliveries = await queue.claim(db.write, claim, {
      now,
      ahead: leasesAhead(deps, now),
      limit,
    });
    if (deliveries.length === 0) return;
    const tries = await tryAll(deps, target, deliveries, signal);
    await storeOutcomes(deps, claim, { tries, deliveries });
    await updatePauses(deps, target, tries);
  }
}

type Try<D> = { delivery: D; result: Result };

/** Tries a claim's deliveries, a few at once, and no further ones once the target has been silent. */
async function tryAll<T extends Target, D extends QueuedDelivery>(
  deps: DeliverDeps<T, D>,
  target: T,
  deliveries: D[],
  signal: AbortSignal,
): Promise<Try<D>[]> {
  const waiting = deliveries.values();
  const tries: Try<D>[] = [];
  let isOver = false;
  const work = async () => {
    for (const delivery of waiting) {
      const result = await tryOne(deps, target, delivery, signal);
      if (result) tries.push({ delivery, result });
      isOver ||= signal.aborted || result?.outcome === 'silent';
      if (isOver || !result) return;
    }
  };
  await Promise.all(Array.from({ length: triesAtOnce }, work));
  return tries;
}

/** Makes one try. One that throws may have been sent, and does not affect the others of its claim. */
async function tryOne<T extends Target, D extends QueuedDelivery>(
  { send, log }: DeliverDeps<T, D>,
  target: T,
  delivery: D,
  signal: AbortSignal,
): Promise<Result | undefined> {
  try {
    return await send(target, delivery, signal);
  } catch (error) {
    const about = { err: error, target: target.id, delivery: delivery.id };
    log.error(about, 'a delivery failed in this server; it is tried again');
    return { outcome: 'failed', error: fault('serverFailed'), mayBeSent: true };
  }
}

async function storeOutcomes<T extends Target, D extends QueuedDelivery>(
  { db, clock, clockWatch, queue, random }: DeliverDeps<T, D>,
  claim: Claim,
  { tries, deliveries }: { tries: Try<D>[]; deliveries: D[] },
): Promise<void> {
  const now = clock();
  const tried = new Set(tries.map(({ delivery }) => delivery));
  const untried = deliveries.filter((delivery) => !tried.has(delivery)).map(({ id }) => id);
  const delivered = tries.filter(({ result }) => result.outcome === 'delivered');
  await db.transaction(async (trx) => {
    // First, as what arrived hastens what waits: not what was refused while it arrived.
    if (delivered.length > 0) {
      const ids = delivered.map(({ delivery }) => delivery.id);
      await queue.markDelivered(trx, claim, { ids, now });
    }
    for (const { delivery, result } of tries) {
      if (result.outcome === 'delivered') continue;
      const { id, attempts, created_at: createdAt } = delivery;
      const ageMs = clockWatch.cautious() - createdAt;
      const next = nextTryAt({ attempts: attempts + 1, ageMs, now, random: random() });
      const dueAt = result.outcome === 'refused' ? null : (next ?? null);
      const { error, mayBeSent = false } = result;
      await queue.markFailed(trx, claim, { id, dueAt, error, mayBeSent });
    }
    if (untried.length > 0) await queue.release(trx, claim, untried);
  });
}

async function updatePauses<T extends Target, D extends QueuedDelivery>(
  { db, clockWatch, queue, pauses }: DeliverDeps<T, D>,
  target: T,
  tries: Try<D>[],
): Promise<void> {
  const failures = tries.flatMap(({ result }) => (result.outcome === 'delivered' ? [] : [result]));
  const silence = failures.find(({ outcome }) => outcome === 'silent');
  if (!silence) {
    if (tries.length > 0) pauses.noteAnswer(target.id);
    return;
  }
  pauses.noteSilence(target.id);
  // Deliveries that waited behind a silent target for their whole life are not tried any more.
  await queue.giveUpOld(db.write, target.id, {
    createdBefore: clockWatch.cautious() - lifeMs,
    error: silence.error,
    limit: 1000,
  });
}
