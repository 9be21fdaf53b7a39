import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop, removeInBatches, type SweepDeps } from '../../kit/async/loop.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { SharedCounts } from './throttle-counts.ts';
import { deleteExpiredThrottles } from './throttle-queries.ts';

type Deps = SweepDeps & {
  db: Database;
  clockWatch: Pick<ClockWatch, 'onJump'>;
  counts: Pick<SharedCounts, 'shorten'>;
};

/**
 * Removes counts whose period is over, by the machine's clock, as the library that writes them does.
 * A clock that was ahead locks nobody out for longer than a period.
 */
export function createThrottleSweep(deps: Deps): Component {
  const { db, clockWatch, counts, log } = deps;
  clockWatch.onJump((byMs) => {
    if (byMs > 0) return;
    counts.shorten(systemClock()).catch((error) => {
      log.error({ err: error }, 'throttles may last longer than their periods');
    });
  });
  return createLoop(deps, {
    name: 'throttle sweep',
    everyMs: 10 * minuteMs,
    // Before the start the clock may have been ahead.
    firstMs: 1000,
    work: async (signal) => {
      const now = systemClock();
      await counts.shorten(now);
      await removeInBatches((limit) => deleteExpiredThrottles(db.write, { now, limit }), signal);
    },
  });
}
