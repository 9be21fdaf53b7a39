import type { Database } from '../../db/database.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../delivery/delivery-loop.ts';
import { createAgents } from '../../delivery/signed-post.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/loop.ts';
import { addBacklogGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { createEventSender, type PostEventDeps } from './post-event.ts';
import { webhookQueue } from './queries.ts';

type LoopDeps = Omit<
  Parameters<typeof createDeliveryLoop>[0],
  'name' | 'queue' | 'send' | 'random'
> &
  PostEventDeps;

export function createWebhookDelivery(deps: LoopDeps): DeliveryLoop {
  const agents = createAgents();
  const loop = createDeliveryLoop({
    ...deps,
    name: 'webhook delivery',
    queue: webhookQueue,
    send: createEventSender(deps, agents),
    random: Math.random,
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop?.();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Adds gauges of the events that have not reached their webhooks, sampled at each scrape. */
export function observeWebhooks(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: ['kisima_sms_webhooks_undelivered', 'Events of SMS that webhooks have not taken yet.'],
    oldest: ['kisima_sms_webhooks_oldest_seconds', 'How old the oldest of them is; 0 without any.'],
    read: () => webhookQueue.countWaiting(deps.db.longRead),
  });
}

type Deps = SweepDeps & { db: Database; clockWatch: Pick<ClockWatch, 'cautious'> };

/** Time for which deliveries are shown after their event. */
const keptMs = 7 * dayMs;

/** Removes deliveries a week after their events; they have been over for six days. */
export function createDeliverySweep(deps: Deps): Component {
  const { db, clockWatch } = deps;
  return createSweep(deps, {
    name: 'webhook delivery sweep',
    everyMs: 10 * minuteMs,
    remove: (limit) =>
      webhookQueue.deleteOld(db.write, { before: clockWatch.cautious() - keptMs, limit }),
  });
}
