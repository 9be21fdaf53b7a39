import type { Database } from '../../db/database.ts';
import { addBacklogGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import { webhookQueue } from './queries.ts';

/** Tells Prometheus, whenever it asks, which events have not reached the webhooks that want them. */
export function observeWebhooks(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: ['kisima_sms_webhooks_undelivered', 'Events of SMS that webhooks have not taken yet.'],
    oldest: ['kisima_sms_webhooks_oldest_seconds', 'How old the oldest of them is; 0 without any.'],
    read: () => webhookQueue.countWaiting(deps.db.longRead),
  });
}
