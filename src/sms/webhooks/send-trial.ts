import type { Database } from '../../db/database.ts';
import { leaseMs } from '../../delivery/deliver.ts';
import { describeFailure } from '../../delivery/signed-post.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { PostResult } from '../../kit/http/http-post.ts';
import { toDelivery } from './enqueue-events.ts';
import { writeTestEvent } from './events.ts';
import { type PostEventDeps, postEvent } from './post-event.ts';
import { insertDelivery, type Webhook, webhookQueue } from './queries.ts';

type TrialDeps = PostEventDeps & { db: Database };

/** The outcome of a trial; `status` is null where no answer came. */
export type Trial = { delivered: boolean; status: number | null; error: string | null };

/**
 * Posts a trial event once, while its sender waits, and keeps it among the webhook's deliveries.
 * @throws 409 while another one of the same webhook is under way, so that repeated trials do not pile up
 * connections to a silent endpoint; and where the server's secret is another one than it was.
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
  const { db, clock, secrets } = deps;
  const secret = secrets.open(webhook);
  if (secret === undefined) {
    throw failures.conflict(
      'channel_not_set_up',
      'Another server has made this webhook: make it again.',
    );
  }
  const now = clock();
  const body = writeTestEvent(webhook.id, now);
  const event = toDelivery(webhook, { event: 'webhook.test', body, now });
  // Leased, so that the loop leaves it alone; if this process dies, it tries it in our place.
  const leaseUntil = now + leaseMs;
  const { id } = await insertDelivery(db.write, { ...event, lease_until: leaseUntil });
  // Not through the pool: events that are under way to this endpoint must not hold the trial up.
  const result = await postEvent(deps, { url: webhook.url, secret }, { id, body });
  const claim = { targetId: webhook.id, leaseUntil };
  const failure = describeFailure(result);
  if (failure === undefined) {
    await webhookQueue.markDelivered(db.write, claim, { ids: [id], now: clock() });
  } else await webhookQueue.markFailed(db.write, claim, { id, dueAt: null, error: failure });
  return {
    delivered: failure === undefined,
    status: result.outcome === 'answered' ? result.status : null,
    error: failure === undefined ? null : sentenceOf(result, failure),
  };
}

function sentenceOf({ outcome }: PostResult, failure: string): string {
  switch (outcome) {
    case 'answered':
      return fault('trialAnswered', { fault: failure });
    case 'unsent':
      return fault('trialUnsent', { fault: failure });
    case 'unanswered':
      return fault('trialUnanswered', { fault: failure });
  }
}
