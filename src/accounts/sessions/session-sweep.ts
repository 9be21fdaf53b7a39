import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop, removeInBatches, type SweepDeps } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { deleteExpiredCodes } from '../phones/code-queries.ts';
import { deleteExpiredResets, shortenResets } from '../resets/queries.ts';
import { resetMs } from '../resets/resets.ts';
import { deleteExpiredSessions, shortenSessions } from './queries.ts';

type SessionSweepDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  tokenMs: number;
};

/** Removes expired sessions, resets and codes. */
export function createSessionSweep(deps: SweepDeps & SessionSweepDeps): Component {
  return createLoop(deps, {
    name: 'session sweep',
    everyMs: 10 * minuteMs,
    work: (signal) => sweepExpired(deps, signal),
  });
}

/**
 * One round. A session or reset that was opened by a clock that was ahead ends as if it had been opened
 * now. While the clock may have jumped ahead, nothing is removed that was valid before.
 */
export async function sweepExpired(
  { db, clock, clockWatch, tokenMs }: SessionSweepDeps,
  signal: AbortSignal,
): Promise<void> {
  await shortenSessions(db.write, { now: clock(), lifeMs: tokenMs });
  await shortenResets(db.write, { now: clock(), lifeMs: resetMs });
  const now = clockWatch.cautious();
  await deleteExpiredResets(db.write, now);
  await deleteExpiredCodes(db.write, now);
  await removeInBatches((limit) => deleteExpiredSessions(db.write, { now, limit }), signal);
}
