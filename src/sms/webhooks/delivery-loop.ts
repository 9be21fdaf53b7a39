import type { Logger } from 'pino';
import type { Component } from '../../kit/async/components.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { findWebhooksWithWork, hastenDeliveries } from './claim-queries.ts';
import { createAgents, type DeliverDeps, deliverEvents, leasesAhead } from './deliver-events.ts';
import { EndpointPauses } from './endpoint-pauses.ts';
import { longestSpreadMs } from './next-try.ts';
import type { Webhook } from './queries.ts';

type LoopDeps = Pick<DeliverDeps, 'db' | 'clock' | 'destinations'> & {
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump' | 'onJump'>;
  timers: Pick<Timers, 'now'>;
  log: Logger;
  deadlineMs?: number;
  random?: () => number;
  everyMs?: number;
};

export type WebhookDelivery = Component & {
  /**
   * Says that events were stored: they are looked for at once, but ten times a second at most, so that
   * a busy outbox does not make a look and a claim of each of its commits.
   */
  wake: () => void;
};

/** How soon events are looked for where nobody says that there are any: other processes store them too. */
const usualEveryMs = 1000;
const leastMs = 100;

/** How long an endpoint may take to answer, unless a test says otherwise. */
export const usualDeadlineMs = 10_000;

/** Most webhooks that are served at once, and how many are looked at in one read. */
const mostAtOnce = 64;
const pageSize = 500;

/** Deliveries that are made due in one transaction. */
const hastenedAtOnce = 1000;

/**
 * Delivers events to webhooks. Each webhook with work is served by a task of its own, so that a slow
 * endpoint holds up only itself; several processes share the work by leases on the deliveries.
 */
export function createWebhookDelivery(deps: LoopDeps): WebhookDelivery {
  const { db, clock, clockWatch, timers, log, random = Math.random } = deps;
  const { deadlineMs = usualDeadlineMs, everyMs = usualEveryMs } = deps;
  const pauses = new EndpointPauses(timers.now);
  const agents = createAgents();
  const stopping = new AbortController();
  const tasks = new Map<number, Promise<void>>();
  /** Webhooks that were found to have work while their task may have been at its end. */
  const again = new Set<number>();
  let isAwake = false;
  let waking: NodeJS.Timeout | undefined;
  let lastRoundAt = Number.NEGATIVE_INFINITY;
  let endPause = () => {};
  let running = Promise.resolve();
  let after = 0;

  const goOn = () => {
    isAwake = true;
    endPause();
  };

  const wake = () => {
    if (waking || stopping.signal.aborted) return;
    const wait = lastRoundAt + leastMs - performance.now();
    if (wait <= 0) return goOn();
    waking = setTimeout(() => {
      waking = undefined;
      goOn();
    }, wait);
    waking.unref();
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
    const hasMore = again.delete(webhook.id);
    if (hasMore || tasks.size === mostAtOnce - 1) goOn();
  };

  /** Goes round all webhooks, a page at a time, so that those with high ids have their turn too. */
  const round = async () => {
    if (tasks.size >= mostAtOnce) return;
    const now = clock();
    const search = { after, now, ahead: leasesAhead(deps, now), limit: pageSize };
    const page = await findWebhooksWithWork(db.read, search);
    for (const webhook of page) {
      after = webhook.id;
      if (tasks.has(webhook.id)) again.add(webhook.id);
      if (tasks.has(webhook.id) || pauses.isPaused(webhook.id)) continue;
      tasks.set(webhook.id, serve(webhook));
      if (tasks.size >= mostAtOnce) return;
    }
    if (page.length === pageSize) goOn();
    else after = 0;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      lastRoundAt = performance.now();
      try {
        await round();
      } catch (error) {
        log.error({ err: error }, 'webhooks with work could not be found');
      }
      await pause();
    }
  };

  /** What a clock that was ahead has put off is not to wait until that time has come. */
  const hasten = async (after: number): Promise<void> => {
    let hastened = hastenedAtOnce;
    while (hastened === hastenedAtOnce && !stopping.signal.aborted) {
      const limit = hastenedAtOnce;
      hastened = await hastenDeliveries(db.write, { now: clock(), after, limit });
    }
    wake();
  };
  const hastenOrLog = (after: number): Promise<void> =>
    hasten(after).catch((error) => {
      log.error({ err: error }, 'events may wait for a time from before the clock was set back');
    });
  clockWatch.onJump((byMs) => {
    if (byMs < 0) void hastenOrLog(clock());
  });

  return {
    name: 'webhook delivery',
    wake,
    start: async () => {
      await hastenOrLog(latestEnd(clock(), longestSpreadMs));
      running = run();
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(waking);
      endPause();
      await running;
      await Promise.all(tasks.values());
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
