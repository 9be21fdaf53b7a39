import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/leadership.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import type { Timers } from '../../kit/timers.ts';
import { deleteOldAuditEntries } from './queries.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
  /** How long entries are kept, in milliseconds. */
  retentionMs: number;
};

const batchSize = 1000;

/** Removes what administrators did longer ago than the operator wants it kept. */
export function createAuditSweep(deps: SweepDeps): Part {
  const { db, clock, log, timers, leadership, retentionMs } = deps;
  return createLoop({
    name: 'audit sweep',
    everyMs: 60 * 60_000,
    log,
    timers,
    leadership,
    work: async (signal) => {
      const until = clock() - retentionMs;
      let removed = batchSize;
      while (removed === batchSize && !signal.aborted) {
        removed = await deleteOldAuditEntries(db.write, { until, limit: batchSize });
      }
    },
  });
}
