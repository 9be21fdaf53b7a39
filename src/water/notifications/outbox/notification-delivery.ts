import type { Database } from '../../../db/database.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../../delivery/delivery-loop.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../../kit/async/sweep.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import { deleteOldRecipients } from '../routing/queries.ts';
import { notificationQueue } from './queries.ts';
import { type Channels, createNotificationSender } from './send-notification.ts';

type LoopDeps = Omit<
  Parameters<typeof createDeliveryLoop>[0],
  'name' | 'queue' | 'send' | 'random'
> &
  Parameters<typeof createNotificationSender>[0];

/** Delivers notifications. */
export function createNotificationDelivery(deps: LoopDeps): DeliveryLoop {
  const loop = createDeliveryLoop({
    ...deps,
    name: 'notification delivery',
    queue: notificationQueue,
    send: createNotificationSender(deps),
    random: Math.random,
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop?.();
      closeAll(deps.channels);
    },
  };
}

function closeAll(channels: Channels): void {
  for (const channel of Object.values(channels)) channel.close?.();
}

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
