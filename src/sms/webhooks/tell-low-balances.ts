import type { NotifyOwner } from '../../accounts/notices/notices.ts';
import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { secondMs } from '../../kit/time/units.ts';
import { takeCrossings } from '../credits/low-balance.ts';
import { enqueueLowBalanceEvents } from './enqueue-events.ts';

type TellDeps = {
  db: Database;
  clock: Clock;
  notifyOwner: NotifyOwner;
  /** Called once there may be new events for webhooks. */
  onEvents: () => void;
};

const atOnce = 200;

/** Tells owners whose balance has run low: an event for their webhooks, and a notice. @returns how many. */
export async function tellLowBalances(deps: TellDeps): Promise<number> {
  const { db, clock, notifyOwner, onEvents } = deps;
  const crossings = await db.transaction(async (trx) => {
    const taken = await takeCrossings(trx, atOnce);
    if (taken.length > 0) await enqueueLowBalanceEvents(trx, taken, clock());
    return taken;
  });
  if (crossings.length > 0) onEvents();
  for (const { user_id, low_balance, low_at } of crossings) {
    notifyOwner(user_id, { kind: 'low balance', balance: low_at, threshold: low_balance });
  }
  return crossings.length;
}

/** Creates the loop that tells of low balances, in one process of all. */
export function createLowBalances(deps: TellDeps & Required<LoopDeps>): Component {
  return createLoop(deps, {
    name: 'low balances',
    everyMs: secondMs,
    work: async (signal) => {
      while (!signal.aborted && (await tellLowBalances(deps)) === atOnce);
    },
  });
}
