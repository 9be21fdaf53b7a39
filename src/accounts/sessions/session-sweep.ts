import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/postgres/leadership.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { deleteExpiredResets, shortenResets } from '../resets/queries.ts';
import { resetMs } from '../resets/resets.ts';
import { deleteExpiredSessions, shortenSessions } from './queries.ts';

type SweepDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  /** Life of a token in milliseconds. */
  tokenMs: number;
};
type LoopDeps = { log: Logger; timers: Timers; leadership: Leadership };

const everyMs = 10 * 60_000;

/** Few enough that other writes hardly wait for one round's commit. */
const batchSize = 1000;

/** Removes sessions and resets once they have expired; they were good for nothing already. */
export function createSessionSweep(deps: SweepDeps & LoopDeps): Component {
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

/**
 * One round of the sweep, a batch at a time until nothing is left or it is to stop. What was opened by a
 * clock that was ahead ends when it would have, had it been opened now. While the clock may have jumped
 * ahead nothing is removed that was good before.
 */
export async function sweepExpired(
  { db, clock, clockWatch, tokenMs }: SweepDeps,
  signal: AbortSignal,
): Promise<void> {
  await shortenSessions(db.write, { now: clock(), lifeMs: tokenMs });
  await shortenResets(db.write, { now: clock(), lifeMs: resetMs });
  const now = clockWatch.cautious();
  await deleteExpiredResets(db.write, now);
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) {
    removed = await deleteExpiredSessions(db.write, { now, limit: batchSize });
  }
}
