import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/leadership.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import type { Timers } from '../../kit/timers.ts';
import { deleteOldTrialWindows } from './queries.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
};

const batchSize = 1000;

/** Removes counts of new accounts whose day is over; the next account would have begun them anew. */
export function createTrialSweep({ db, clock, log, timers, leadership }: SweepDeps): Part {
  return createLoop({
    name: 'trial sweep',
    everyMs: 60 * 60_000,
    log,
    timers,
    leadership,
    work: async (signal) => {
      const now = clock();
      let removed = batchSize;
      while (removed === batchSize && !signal.aborted) {
        removed = await deleteOldTrialWindows(db.write, { now, limit: batchSize });
      }
    },
  });
}
