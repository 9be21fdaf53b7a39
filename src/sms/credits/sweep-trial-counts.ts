import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/sweep.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { hourMs } from '../../kit/time/units.ts';
import { deleteOldTrialWindows } from './queries.ts';

type Deps = SweepDeps & { db: Database; clock: Clock };

/**
 * Removes counts, of each network's new accounts with trial credits, whose day is over; the next account
 * would have begun them anew.
 */
export function createTrialCountSweep({ db, clock, log, timers, leadership }: Deps): Component {
  return createSweep({
    name: 'trial count sweep',
    everyMs: hourMs,
    ...{ log, timers, leadership },
    remove: (limit) => deleteOldTrialWindows(db.write, { now: clock(), limit }),
  });
}
