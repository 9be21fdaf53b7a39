import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/loop.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { webhookQueue } from './queries.ts';

type Deps = SweepDeps & { db: Database; clockWatch: Pick<ClockWatch, 'cautious'> };

/** How long deliveries are shown after their event. */
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
