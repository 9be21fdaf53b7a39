import type { Database } from '../../../db/database.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../../kit/async/sweep.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import { deleteOldRecipients } from '../routing/queries.ts';
import { notificationQueue } from './queries.ts';

type NotificationSweepDeps = SweepDeps & {
  db: Database;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  /** How long people see what they were told, and the server remembers it, in milliseconds. */
  keptMs: number;
};

/** Removes notifications, and what is remembered of who was told, that are older than they are kept. */
export function createNotificationSweep({
  db,
  clockWatch,
  log,
  timers,
  leadership,
  keptMs,
}: NotificationSweepDeps): Component {
  return createSweep({
    name: 'notification sweep',
    everyMs: 10 * 60_000,
    ...{ log, timers, leadership },
    remove: async (limit) => {
      const before = clockWatch.cautious() - keptMs;
      const [notifications, recipients] = [
        await notificationQueue.deleteOld(db.write, { before, limit }),
        await deleteOldRecipients(db.write, { before, limit }),
      ];
      return Math.max(notifications, recipients);
    },
  });
}
