import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/postgres/leadership.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { SharedCounts } from './throttle-counts.ts';
import { deleteExpiredThrottles } from './throttle-queries.ts';

type SweepDeps = {
  db: Database;
  clockWatch: Pick<ClockWatch, 'onJump'>;
  counts: Pick<SharedCounts, 'shorten'>;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
};

const batchSize = 1000;

/**
 * Removes counts whose period is over; the next try would have begun them anew. Nobody is locked out for
 * longer than a period by a clock that was ahead.
 */
export function createThrottleSweep(deps: SweepDeps): Component {
  const { db, clockWatch, counts, log, timers, leadership } = deps;
  clockWatch.onJump((byMs) => {
    if (byMs > 0) return;
    // Like the library that writes the counts, by the machine's clock.
    counts.shorten(systemClock()).catch((error) => {
      log.error({ err: error }, 'throttles may last longer than their periods');
    });
  });
  return createLoop({
    name: 'throttle sweep',
    everyMs: 10 * 60_000,
    // Before the start the clock may have been ahead.
    firstMs: 1000,
    log,
    timers,
    leadership,
    work: async (signal) => {
      await counts.shorten(systemClock());
      await sweepThrottles(db, signal);
    },
  });
}

/** One round of the sweep, a batch at a time until nothing is left or it is to stop. */
async function sweepThrottles(db: Database, signal: AbortSignal): Promise<void> {
  // The library that writes the counts asks the machine's clock, too.
  const now = systemClock();
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) {
    removed = await deleteExpiredThrottles(db.write, { now, limit: batchSize });
  }
}
