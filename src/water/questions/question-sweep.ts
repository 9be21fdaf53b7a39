import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createSweep, type SweepDeps } from '../../kit/async/sweep.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { dayMs } from '../../kit/time/units.ts';
import { deleteOldQuestions } from './queries.ts';

/** SMS services repeat what was not taken for a day. */
const keptMs = 7 * dayMs;

/** Removes answered questions after a week. */
export function createQuestionSweep({
  db,
  clockWatch,
  log,
  timers,
  leadership,
}: SweepDeps & { db: Database; clockWatch: Pick<ClockWatch, 'cautious'> }): Component {
  return createSweep({
    name: 'question sweep',
    everyMs: 10 * 60_000,
    ...{ log, timers, leadership },
    remove: (limit) =>
      deleteOldQuestions(db.write, { before: clockWatch.cautious() - keptMs, limit }),
  });
}
