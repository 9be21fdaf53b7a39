import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Leadership } from '../db/leadership.ts';
import type { Clock } from '../kit/clock.ts';
import { createLoop } from '../kit/loop.ts';
import type { Part } from '../kit/parts.ts';
import type { Timers } from '../kit/timers.ts';
import { deleteExpiredResets, deleteExpiredSessions } from './queries.ts';

type SweepDeps = { db: Database; clock: Clock };
type LoopDeps = { log: Logger; timers: Timers; leadership: Leadership };

const everyMs = 10 * 60_000;

/** Few enough that other writes hardly wait for one round's commit. */
const batchSize = 1000;

/** Removes sessions and resets once they have expired; they were good for nothing already. */
export function createSessionSweep(deps: SweepDeps & LoopDeps): Part {
  const { log, timers, leadership } = deps;
  return createLoop({
    name: 'session sweep',
    everyMs,
    log,
    timers,
    leadership,
    work: (signal) => sweepExpired(deps, signal),
  });
}

/** One round of the sweep, a batch at a time until nothing is left or it is to stop. */
export async function sweepExpired({ db, clock }: SweepDeps, signal: AbortSignal): Promise<void> {
  const now = clock();
  await deleteExpiredResets(db.write, now);
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) {
    removed = await deleteExpiredSessions(db.write, { now, limit: batchSize });
  }
}
