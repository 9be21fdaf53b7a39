import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/leadership.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ClockWatch } from '../../kit/clock-watch.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import type { Timers } from '../../kit/timers.ts';
import { deleteOldAnswers, keptMs, pullAnswersBack } from './queries.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
};

const batchSize = 1000;

/**
 * Removes answers that are kept no longer; they were given to nobody any more. Those that a clock which
 * was ahead has kept are from now on kept as long as any.
 */
export function createIdempotencySweep(deps: SweepDeps): Part {
  const { db, clock, clockWatch, log, timers, leadership } = deps;
  return createLoop({
    name: 'idempotency sweep',
    everyMs: 10 * 60_000,
    log,
    timers,
    leadership,
    work: async (signal) => {
      await pullAnswersBack(db.write, clock());
      const until = clockWatch.cautious() - keptMs;
      let removed = batchSize;
      while (removed === batchSize && !signal.aborted) {
        removed = await deleteOldAnswers(db.write, { until, limit: batchSize });
      }
    },
  });
}
