import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Leadership } from '../../db/postgres/leadership.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { deleteOldDeliveries } from './claim-queries.ts';

type SweepDeps = { db: Database; clockWatch: Pick<ClockWatch, 'cautious'> };
type LoopDeps = { log: Logger; timers: Timers; leadership: Leadership };

/** How long deliveries are shown after their event. */
const keptMs = 7 * 24 * 3_600_000;

const batchSize = 1000;

/** Removes deliveries a week after their events; they have been over for six days. */
export function createDeliverySweep(deps: SweepDeps & LoopDeps): Component {
  const { log, timers, leadership } = deps;
  return createLoop({
    name: 'webhook delivery sweep',
    everyMs: 10 * 60_000,
    log,
    timers,
    leadership,
    work: (signal) => sweepDeliveries(deps, signal),
  });
}

/** One round of the sweep, a batch at a time until nothing is left or it is to stop. */
export async function sweepDeliveries(
  { db, clockWatch }: SweepDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = clockWatch.cautious() - keptMs;
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) {
    removed = await deleteOldDeliveries(db.write, { before, limit: batchSize });
  }
}
