import type { Logger } from 'pino';
import type { Part } from '../../kit/parts.ts';
import { findWebhooksWithWork } from './claim-queries.ts';
import { createAgents, type DeliverDeps, deliverEvents } from './deliver-events.ts';
import { EndpointPauses } from './endpoint-pauses.ts';
import type { Webhook } from './queries.ts';

type LoopDeps = Pick<DeliverDeps, 'db' | 'clock' | 'destinations'> & {
  log: Logger;
  deadlineMs?: number;
  random?: () => number;
};

export type WebhookDelivery = Part & {
  /** Looks for work now rather than within a second. */
  wake: () => void;
};

const everyMs = 1000;

/** How long an endpoint may take to answer, unless a test says otherwise. */
export const usualDeadlineMs = 10_000;

/** Most webhooks that are served at once, and how many are looked at in one read. */
const mostAtOnce = 64;
const pageSize = 500;

/**
 * Delivers events to webhooks. Each webhook with work is served by a task of its own, so that a slow
 * endpoint holds up only itself; several processes share the work by leases on the deliveries.
 */
export function createWebhookDelivery(deps: LoopDeps): WebhookDelivery {
  const { db, clock, log, deadlineMs = usualDeadlineMs, random = Math.random } = deps;
  const pauses = new EndpointPauses();
  const agents = createAgents();
  const stopping = new AbortController();
  const tasks = new Map<number, Promise<void>>();
  let isAwake = false;
  let endPause = () => {};
  let running = Promise.resolve();
  let after = 0;

  const wake = () => {
    isAwake = true;
    endPause();
  };

  const pause = async () => {
    if (isAwake || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      timer.unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const serve = async (webhook: Webhook) => {
    const deliverDeps = { ...deps, deadlineMs, random, pauses, agents };
    try {
      await deliverEvents(deliverDeps, webhook, stopping.signal);
    } catch (error) {
      log.error({ err: error, webhook: webhook.id }, 'events could not be delivered');
    }
    tasks.delete(webhook.id);
    // Somebody may have found no place while this one had it.
    if (tasks.size === mostAtOnce - 1) wake();
  };

  /** Goes round all webhooks, a page at a time, so that those with high ids have their turn too. */
  const round = async () => {
    if (tasks.size >= mostAtOnce) return;
    const now = clock();
    const page = await findWebhooksWithWork(db.read, { after, now, limit: pageSize });
    for (const webhook of page) {
      after = webhook.id;
      if (tasks.has(webhook.id) || pauses.isPaused(webhook.id, now)) continue;
      tasks.set(webhook.id, serve(webhook));
      if (tasks.size >= mostAtOnce) return;
    }
    if (page.length === pageSize) wake();
    else after = 0;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        await round();
      } catch (error) {
        log.error({ err: error }, 'webhooks with work could not be found');
      }
      await pause();
    }
  };

  return {
    name: 'webhook delivery',
    wake,
    start: async () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      endPause();
      await running;
      await Promise.all(tasks.values());
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
