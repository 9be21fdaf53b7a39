import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Part } from '../../kit/parts.ts';
import { createSweep, type SweepDeps } from '../../kit/sweep.ts';
import { deleteOldAnswers, keptMs } from './queries.ts';

type Deps = SweepDeps & { db: Database; clock: Clock };

/** Removes answers that are kept no longer; they were given to nobody any more. */
export function createIdempotencySweep({ db, clock, log, timers, leadership }: Deps): Part {
  return createSweep({
    name: 'idempotency sweep',
    everyMs: 10 * 60_000,
    ...{ log, timers, leadership },
    remove: (limit) => deleteOldAnswers(db.write, { until: clock() - keptMs, limit }),
  });
}
