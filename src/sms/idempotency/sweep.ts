import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/leadership.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import type { Timers } from '../../kit/timers.ts';
import { deleteOldAnswers, keptMs } from './queries.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
};

const batchSize = 1000;

/** Removes answers that are kept no longer; they were given to nobody any more. */
export function createIdempotencySweep({ db, clock, log, timers, leadership }: SweepDeps): Part {
  return createLoop({
    name: 'idempotency sweep',
    everyMs: 10 * 60_000,
    log,
    timers,
    leadership,
    work: async (signal) => {
      const until = clock() - keptMs;
      let removed = batchSize;
      while (removed === batchSize && !signal.aborted) {
        removed = await deleteOldAnswers(db.write, { until, limit: batchSize });
      }
    },
  });
}
