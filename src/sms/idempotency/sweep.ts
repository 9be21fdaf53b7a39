import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/sweep.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { deleteOldAnswers, keptMs, pullAnswersBack } from './queries.ts';

type Deps = SweepDeps & { db: Database; clock: Clock; clockWatch: Pick<ClockWatch, 'cautious'> };

/**
 * Removes answers that are kept no longer; they were given to nobody any more. Those that a clock which
 * was ahead has kept are from now on kept as long as any.
 */
export function createIdempotencySweep(deps: Deps): Component {
  const { db, clock, clockWatch, log, timers, leadership } = deps;
  return createSweep({
    name: 'idempotency sweep',
    everyMs: 10 * minuteMs,
    ...{ log, timers, leadership },
    remove: async (limit) => {
      await pullAnswersBack(db.write, clock());
      return await deleteOldAnswers(db.write, { until: clockWatch.cautious() - keptMs, limit });
    },
  });
}
