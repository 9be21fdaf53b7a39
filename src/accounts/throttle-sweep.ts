import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Leadership } from '../db/leadership.ts';
import { systemClock } from '../kit/clock.ts';
import { createLoop } from '../kit/loop.ts';
import type { Part } from '../kit/parts.ts';
import type { Timers } from '../kit/timers.ts';
import { deleteExpiredThrottles } from './throttle-queries.ts';

type SweepDeps = { db: Database; log: Logger; timers: Timers; leadership: Leadership };

const batchSize = 1000;

/** Removes counts whose period is over; the next try would have begun them anew. */
export function createThrottleSweep({ db, log, timers, leadership }: SweepDeps): Part {
  return createLoop({
    name: 'throttle sweep',
    everyMs: 10 * 60_000,
    log,
    timers,
    leadership,
    work: (signal) => sweepThrottles(db, signal),
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
