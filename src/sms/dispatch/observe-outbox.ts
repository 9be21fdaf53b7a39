import type { Database } from '../../db/database.ts';
import { addBacklogGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import { countDue } from './outbox-queries.ts';

/**
 * Adds gauges of the messages that wait in the outbox of all processes, sampled at each scrape. A message
 * that a schedule or quiet hours put off does not wait.
 */
export function observeOutbox(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: ['kisima_sms_outbox_messages', 'Messages that are due and have not gone out.'],
    oldest: [
      'kisima_sms_outbox_oldest_seconds',
      'How long the oldest of them has been due; 0 without any.',
    ],
    read: (now) => countDue(deps.db.longRead, now),
  });
}
