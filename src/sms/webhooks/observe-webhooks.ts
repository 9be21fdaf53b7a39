import type { Database } from '../../db/database.ts';
import { addBacklogGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import { webhookQueue } from './queries.ts';

/** Adds gauges of the events that have not reached their webhooks, sampled at each scrape. */
export function observeWebhooks(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: ['kisima_sms_webhooks_undelivered', 'Events of SMS that webhooks have not taken yet.'],
    oldest: ['kisima_sms_webhooks_oldest_seconds', 'How old the oldest of them is; 0 without any.'],
    read: () => webhookQueue.countWaiting(deps.db.longRead),
  });
}
