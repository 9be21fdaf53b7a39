import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Database } from '../../db/database.ts';
import { httpPost, type PostResult } from '../../kit/http/http-post.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import {
  type Claim,
  claimDeliveries,
  giveUpOldEvents,
  markDelivered,
  markFailed,
  releaseDeliveries,
} from './claim-queries.ts';
import type { Destinations } from './destinations.ts';
import type { EndpointPauses } from './endpoint-pauses.ts';
import { eventLifeMs, nextTryAt } from './next-try.ts';
import type { Delivery, Webhook } from './queries.ts';
import { signEvent } from './sign-event.ts';

export type DeliverDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump'>;
  destinations: Destinations;
  pauses: EndpointPauses;
  /** Longest wait for one endpoint's answer, in milliseconds. */
  deadlineMs: number;
  /** A number from 0 up to 1 that spreads retries. */
  random: () => number;
  agents: Agents;
};

type Agents = { http: HttpAgent; https: HttpsAgent };

/** Events of one webhook in one claim, and how many of them are on their way at once. */
const claimSize = 64;
const abreast = 16;

/** Longer than a claim's posts can take: four after another, each within its deadline. */
export const leaseMs = 120_000;

const largestAnswer = 16_384;

/** After which instant a lease was given by a clock that was ahead: nobody can know within one after a jump. */
export function leasesAhead({ clockWatch }: Pick<DeliverDeps, 'clockWatch'>, now: number): number {
  return clockWatch.sinceJump() < leaseMs ? Number.MAX_SAFE_INTEGER : latestEnd(now, leaseMs);
}

/** Pooled connections, so that a busy endpoint does not pay for one at every event. */
export function createAgents(): Agents {
  const options = { keepAlive: true, maxSockets: abreast, maxFreeSockets: 2 };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Delivers what is due to one webhook until nothing is, its endpoint is silent, or it is to stop. */
export async function deliverEvents(
  deps: DeliverDeps,
  webhook: Webhook,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, pauses } = deps;
  while (!signal.aborted && !pauses.isPaused(webhook.id)) {
    const now = clock();
    const leaseUntil = now + leaseMs;
    const limit = pauses.isOnProbation(webhook.id) ? 1 : claimSize;
    const moment = { now, ahead: leasesAhead(deps, now) };
    const claim = { ...moment, leaseUntil, limit };
    const deliveries = await claimDeliveries(db.write, webhook.id, claim);
    if (deliveries.length === 0) return;
    const tries = await tryAll(deps, webhook, deliveries, signal);
    await writeDown(deps, { webhookId: webhook.id, leaseUntil }, { tries, deliveries });
    await noteHowItWent(deps, webhook, tries);
  }
}

type Try = { delivery: Delivery; error: string | undefined; isSilence: boolean };

/** Tries a claim's events, a few at once, and no further ones once the endpoint has been silent. */
async function tryAll(
  deps: DeliverDeps,
  webhook: Webhook,
  deliveries: Delivery[],
  signal: AbortSignal,
): Promise<Try[]> {
  const { agents } = deps;
  const waiting = deliveries.values();
  const tries: Try[] = [];
  const work = async () => {
    for (const delivery of waiting) {
      const result = await postEvent(deps, webhook, delivery, { agents, signal });
      // Cut short by us: nobody knows how it would have gone.
      if (signal.aborted && result.outcome !== 'answered') return;
      const isSilence = result.outcome !== 'answered';
      tries.push({ delivery, error: describeFailure(result), isSilence });
      if (isSilence || signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return tries;
}

/** Posts one event, signed; over a connection of its own where no pool is given. */
export function postEvent(
  { clock, destinations, deadlineMs }: Pick<DeliverDeps, 'clock' | 'destinations' | 'deadlineMs'>,
  { url, secret }: Webhook,
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  { agents, signal }: { agents?: Agents; signal?: AbortSignal } = {},
): Promise<PostResult> {
  const refusal = destinations.refusalOf(url);
  if (refusal) {
    return Promise.resolve({ outcome: 'unsent', cause: 'unreachable', error: refusal });
  }
  return httpPost({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kisima-Webhooks',
      ...signEvent({ secret, id: `evt_${id}`, now: clock(), body }),
    },
    deadlineMs,
    largestAnswer,
    ...(agents && { agent: url.startsWith('https:') ? agents.https : agents.http }),
    lookup: destinations.lookup,
    ...(signal && { signal }),
  });
}

/**
 * Any 2xx is an endpoint's thanks; a redirect is not followed, so it is a failure like others. Owners
 * choose the URL and read this, so it names no host, address or certificate, and a name that is not
 * there, one that leads to a private address and one that takes no connections are the same to them:
 * else they could find out what there is in the network that this server stands in.
 */
export function describeFailure(result: PostResult): string | undefined {
  if (result.outcome !== 'answered') return sayWhy(result);
  const isTaken = result.status >= 200 && result.status < 300;
  return isTaken ? undefined : `answered with status ${result.status}`;
}

function sayWhy({ cause, error }: Exclude<PostResult, { outcome: 'answered' }>): string {
  switch (cause) {
    case 'unreachable':
      return 'the host was not found, is not public or takes no connections';
    case 'insecure':
      return 'no secure connection came about; look at the certificate';
    case 'late':
      return error;
    case 'broken':
      return 'the connection broke off before the answer';
  }
}

async function writeDown(
  { db, clock, clockWatch, random }: DeliverDeps,
  claim: Claim,
  { tries, deliveries }: { tries: Try[]; deliveries: Delivery[] },
): Promise<void> {
  const now = clock();
  const tried = new Set(tries.map(({ delivery }) => delivery.id));
  const delivered = tries.filter(({ error }) => error === undefined);
  const untried = deliveries.filter(({ id }) => !tried.has(id));
  await db.transaction(async (db) => {
    if (delivered.length > 0) {
      const ids = delivered.map(({ delivery }) => delivery.id);
      await markDelivered(db, claim, { ids, now });
    }
    for (const { delivery, error } of tries) {
      if (error === undefined) continue;
      const { id, attempts, created_at: createdAt } = delivery;
      const ageMs = clockWatch.cautious() - createdAt;
      const dueAt = nextTryAt({ attempts: attempts + 1, ageMs, now, random: random() });
      await markFailed(db, claim, { id, dueAt: dueAt ?? null, error });
    }
    if (untried.length > 0) {
      const ids = untried.map(({ id }) => id);
      await releaseDeliveries(db, claim, ids);
    }
  });
}

async function noteHowItWent(
  { db, clockWatch, pauses }: DeliverDeps,
  webhook: Webhook,
  tries: Try[],
): Promise<void> {
  const silence = tries.find(({ isSilence }) => isSilence);
  if (!silence) {
    if (tries.length > 0) pauses.noteAnswer(webhook.id);
    return;
  }
  pauses.noteSilence(webhook.id);
  // What waited behind a dead endpoint for its whole life is not tried any more.
  await giveUpOldEvents(db.write, webhook.id, {
    createdBefore: clockWatch.cautious() - eventLifeMs,
    error: silence.error ?? '',
    limit: 1000,
  });
}
