import type { Database } from '../../../db/database.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../../kit/async/loop.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { deleteOldRecipients } from '../routing/queries.ts';
import { notificationQueue } from './queries.ts';

type NotificationSweepDeps = SweepDeps & {
  db: Database;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  /** Time for which people see their history, and recipients are remembered, in milliseconds. */
  keptMs: number;
};

export function createNotificationSweep(deps: NotificationSweepDeps): Component {
  const { db, clockWatch, keptMs } = deps;
  return createSweep(deps, {
    name: 'notification sweep',
    everyMs: 10 * minuteMs,
    remove: async (limit) => {
      const before = clockWatch.cautious() - keptMs;
      const notifications = await notificationQueue.deleteOld(db.write, { before, limit });
      const recipients = await deleteOldRecipients(db.write, { before, limit });
      return Math.max(notifications, recipients);
    },
  });
}
