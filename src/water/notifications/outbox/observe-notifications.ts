import type { Database } from '../../../db/database.ts';
import { addBacklogGauges, type GaugeDeps } from '../../../kit/sampled-gauges.ts';
import { notificationQueue } from './queries.ts';

export function observeNotifications(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: [
      'kisima_notifications_undelivered',
      'Notifications by SMS, e-mail, web push and webhook that have not gone out.',
    ],
    oldest: [
      'kisima_notifications_oldest_seconds',
      'How old the oldest of them is; 0 without any.',
    ],
    read: () => notificationQueue.countWaiting(deps.db.longRead),
  });
}
