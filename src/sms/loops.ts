import type { Counter } from 'prom-client';
import type { NotifyOwner } from '../accounts/notices/notices.ts';
import type { Component } from '../kit/async/components.ts';
import { createLoop, createSweep } from '../kit/async/loop.ts';
import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';
import type { ServiceDeps } from '../service-deps.ts';
import { createMessageCounts } from './counts/count-messages.ts';
import { deleteOldCounts } from './counts/queries.ts';
import { deleteOldTrialWindows } from './credits/queries.ts';
import { deleteOldAnswers, keptMs, pullAnswersBack } from './idempotency/queries.ts';
import { forgetInboundMarks } from './inbound/queries.ts';
import { repeatMs } from './inbound/store-inbound.ts';
import { createMessageRetention } from './retention/message-retention.ts';
import { createLowBalances } from './webhooks/tell-low-balances.ts';
import { createDeliverySweep } from './webhooks/webhook-delivery.ts';

type LoopsDeps = ServiceDeps & {
  metrics: { expiredRows: Counter<'table'> };
  notifyOwner: NotifyOwner;
  onEvents: () => void;
};

/** Counts by day are kept for a year longer than the messages. */
const countsOutliveMs = 366 * dayMs;

/**
 * The background tasks of this service, a round at a time, in one process of all that share a database;
 * messages and webhooks leave by loops of their own, in `dispatch` and `webhooks`.
 */
export function createSmsLoops(deps: LoopsDeps): Component[] {
  const { config, db, clockWatch } = deps;
  return [
    createDeliverySweep(deps),
    createLowBalances(deps),
    createMessageCounts(deps),
    createMessageRetention({ ...deps, ...config }),
    createSweep(deps, {
      name: 'count sweep',
      everyMs: hourMs,
      remove: (limit) => {
        const before = clockWatch.cautious() - config.messageRetentionMs - countsOutliveMs;
        return deleteOldCounts(db.write, { before, limit });
      },
    }),
    createSweep(deps, {
      name: 'idempotency sweep',
      everyMs: 10 * minuteMs,
      remove: async (limit) => {
        // Answers that a clock which was ahead has kept are from now on kept as long as any.
        await pullAnswersBack(db.write, clockWatch.latest());
        return await deleteOldAnswers(db.write, { until: clockWatch.cautious() - keptMs, limit });
      },
    }),
    createSweep(deps, {
      // Of each network's new accounts with trial credits; the next account would begin them anew.
      name: 'trial count sweep',
      everyMs: hourMs,
      remove: (limit) => deleteOldTrialWindows(db.write, { now: clockWatch.cautious(), limit }),
    }),
    createLoop(deps, {
      // Marks of messages from phones that no longer make another one a repeat.
      name: 'inbound sweep',
      everyMs: minuteMs,
      work: () => forgetInboundMarks(db.write, { now: clockWatch.cautious(), repeatMs }),
    }),
  ];
}
