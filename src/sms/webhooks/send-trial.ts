import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import type { PostResult } from '../../kit/http/http-post.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { markDelivered, markFailed } from './claim-queries.ts';
import { describeFailure, leaseMs, postEvent } from './deliver-events.ts';
import type { Destinations } from './destinations.ts';
import { toDelivery } from './enqueue-events.ts';
import { writeTestEvent } from './events.ts';
import { insertDelivery, type Webhook } from './queries.ts';

type TrialDeps = { db: Database; clock: Clock; destinations: Destinations; deadlineMs: number };

/** How a trial went; `status` is null where no answer came. */
export type Trial = { delivered: boolean; status: number | null; error: string | null };

/**
 * Posts a trial event once, while its sender waits, and keeps it among the webhook's deliveries.
 * @throws 409 while another one of the same webhook is under way: whoever asks again and again must not
 * pile up connections to a silent endpoint.
 */
export function createTrials(deps: TrialDeps): (webhook: Webhook) => Promise<Trial> {
  const underWay = new Set<number>();
  return async (webhook) => {
    if (underWay.has(webhook.id)) {
      throw failures.conflict('test_under_way', 'A test of this webhook is under way already.');
    }
    underWay.add(webhook.id);
    try {
      return await sendTrial(deps, webhook);
    } finally {
      underWay.delete(webhook.id);
    }
  };
}

async function sendTrial(deps: TrialDeps, webhook: Webhook): Promise<Trial> {
  const { db, clock } = deps;
  const now = clock();
  const body = writeTestEvent(webhook.id, now);
  const event = toDelivery(webhook, { event: 'webhook.test', body, now });
  // Leased, so that the loop leaves it alone; if this process dies, it tries it in our place.
  const leaseUntil = now + leaseMs;
  const { id } = await insertDelivery(db.write, { ...event, lease_until: leaseUntil });
  // Not through the pool: events that are under way to this endpoint must not hold the trial up.
  const result = await postEvent(deps, webhook, { id, body });
  const claim = { webhookId: webhook.id, leaseUntil };
  const failure = describeFailure(result);
  if (failure === undefined) await markDelivered(db.write, claim, { ids: [id], now: clock() });
  else await markFailed(db.write, claim, { id, dueAt: null, error: failure });
  return {
    delivered: failure === undefined,
    status: result.outcome === 'answered' ? result.status : null,
    error: failure === undefined ? null : sentenceOf(result, failure),
  };
}

function sentenceOf({ outcome }: PostResult, failure: string): string {
  switch (outcome) {
    case 'answered':
      return `The endpoint ${failure}.`;
    case 'unsent':
      return `The event could not be sent: ${failure}.`;
    case 'unanswered':
      return `The event left and was not answered: ${failure}.`;
  }
}
