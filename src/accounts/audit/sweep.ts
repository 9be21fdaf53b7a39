import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/sweep.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { deleteOldAuditEntries } from './queries.ts';

/** `retentionMs` is how long entries are kept, in milliseconds. */
type Deps = SweepDeps & { db: Database; clock: Clock; retentionMs: number };

/** Removes what was done longer ago than the operator wants it kept. */
export function createAuditSweep(deps: Deps): Component {
  const { db, clock, log, timers, leadership, retentionMs } = deps;
  return createSweep({
    name: 'audit sweep',
    firstMs: 10 * minuteMs,
    everyMs: dayMs,
    ...{ log, timers, leadership },
    remove: (limit) => deleteOldAuditEntries(db.write, { until: clock() - retentionMs, limit }),
  });
}
