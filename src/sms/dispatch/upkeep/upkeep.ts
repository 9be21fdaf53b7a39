import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { createLoop } from '../../../kit/async/loop.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import { latestEnd } from '../../../kit/time/elapsed.ts';
import { longestBackOffMs } from '../back-off.ts';
import type { Claimer } from '../claimer.ts';
import { expireMessages, hastenMessages, recoverMessages } from './recover.ts';

type UpkeepDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump' | 'onJump'>;
  log: Logger;
  unknownRepeats: number;
  leaseMs: number;
  claimer: Claimer;
  wake: () => void;
};

/** Looks after claimed, lost and overdue messages. */
export function createUpkeep(deps: UpkeepDeps) {
  const { db, clock, clockWatch, log, leaseMs, claimer, wake } = deps;
  // No other process works on an embedded database, so all claimers that are registered at its start are
  // dead.
  const isShared = db.engine === 'postgres';

  /** One round: renews the lease, takes back what dead processes had claimed, gives up what is overdue. */
  const tidy = async (): Promise<void> => {
    const now = clock();
    if (isShared) await claimer.renew();
    // After a jump the other processes have to renew their leases first, by the clock as it is now.
    if (isShared && clockWatch.sinceJump() >= leaseMs) {
      const ahead = latestEnd(now, leaseMs);
      await recoverMessages(deps, { now, leasedUntil: now, ahead });
    }
    await expireMessages(deps, { now, overdueAt: clockWatch.cautious() });
    wake();
  };

  /** Makes messages due that a clock that was ahead has put off. */
  const hasten = async (after: number): Promise<void> => {
    await hastenMessages(db, { now: clock(), after });
    wake();
  };
  clockWatch.onJump((byMs) => {
    if (byMs > 0) return;
    hasten(clock()).catch((error) => {
      log.error({ err: error }, 'messages still wait for a time from before the clock jumped');
    });
  });

  const loop = createLoop({ log }, { name: 'leases', everyMs: Math.ceil(leaseMs / 3), work: tidy });
  return {
    tidy,
    start: async (): Promise<void> => {
      const now = clock();
      const all = Number.MAX_SAFE_INTEGER;
      await recoverMessages(deps, { now, leasedUntil: isShared ? now : all, ahead: all });
      await claimer.register();
      await hasten(latestEnd(now, longestBackOffMs));
      await loop.start?.();
    },
    /** To be called when nothing is claimed any more: until then the lease has to be renewed. */
    stop: async (): Promise<void> => {
      await loop.stop?.();
      await claimer.leave();
    },
  };
}
