import { setTimeout } from 'node:timers/promises';
import type { Component } from '../kit/async/components.ts';
import { WakeSignal } from '../kit/async/loop.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';
import { latestEnd } from '../kit/time/elapsed.ts';
import type { Timers } from '../kit/time/timers.ts';
import { type DeliverDeps, deliver, leasesAhead } from './deliver.ts';
import type { QueuedDelivery, Target } from './delivery-queue.ts';
import { longestSpreadMs, TargetPauses } from './next-try.ts';

type LoopDeps<T extends Target, D extends QueuedDelivery> = Omit<
  DeliverDeps<T, D>,
  'pauses' | 'clockWatch'
> & {
  name: string;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump' | 'onJump'>;
  timers: Pick<Timers, 'now'>;
  everyMs?: number;
};

export type DeliveryLoop = Component & {
  /**
   * Notes that deliveries were stored: they are looked for at once, but ten times a second at most, so
   * that a caller that stores thousands may call it each time.
   */
  wake: () => void;
};

/** Interval at which deliveries are looked for without a wake: other processes store them too. */
const usualEveryMs = 1000;
const leastMs = 100;

/** Most targets that are served at once, and how many are looked at in one read. */
const mostAtOnce = 64;
const pageSize = 500;

/** Of them those of one account, whose endpoints may all be slow. */
const mostOfAccount = 16;

/** Deliveries that are made due in one transaction. */
const hastenedAtOnce = 1000;

/**
 * Delivers what is due in a queue. Each target with work is served by a task of its own, so that a slow
 * one holds up only itself. An account has a share of the tasks, and a task ends with its claim where others wait for
 * its place, so that many slow ones hold up others no longer than that; several processes share the work by leases on the deliveries.
 */
export function createDeliveryLoop<T extends Target, D extends QueuedDelivery>(
  deps: LoopDeps<T, D>,
): DeliveryLoop {
  const { name, db, clock, clockWatch, queue, timers, log, everyMs = usualEveryMs } = deps;
  const pauses = new TargetPauses(timers.now);
  const stopping = new AbortController();
  const signal = new WakeSignal();
  const tasks = new Map<number, Promise<void>>();
  /** Targets that were found to have work while their task may have been at its end. */
  const again = new Set<number>();
  /** Number of tasks by account, and the accounts whose targets wait for one of theirs to end. */
  const ofAccount = new Map<number, number>();
  const crowded = new Set<number>();
  let running = Promise.resolve();
  let after = 0;

  const count = ({ user_id: userId }: T, change: number): void => {
    const now = (ofAccount.get(userId) ?? 0) + change;
    if (now === 0) ofAccount.delete(userId);
    else ofAccount.set(userId, now);
  };
  /** True while no other target waits for the place of this one. */
  const hasRoomFor = ({ user_id: userId }: T): boolean =>
    tasks.size < mostAtOnce && !crowded.has(userId);

  const serve = async (target: T) => {
    try {
      await deliver({ ...deps, pauses }, target, stopping.signal, () => hasRoomFor(target));
    } catch (error) {
      log.error(
        { err: error, loop: name, target: target.id },
        'a target could not be delivered to',
      );
    }
    tasks.delete(target.id);
    count(target, -1);
    // A target may have found no place while this one had it.
    const hasMore = again.delete(target.id) || crowded.delete(target.user_id);
    if (hasMore || tasks.size === mostAtOnce - 1) signal.wake();
  };

  /** Goes round all targets, a page at a time, so that those with high ids are served too. */
  const round = async () => {
    if (tasks.size >= mostAtOnce) return;
    const now = clock();
    const search = { after, now, ahead: leasesAhead(deps, now), limit: pageSize };
    const page = await queue.findTargetsWithWork(db.read, search);
    for (const target of page) {
      after = target.id;
      if (tasks.has(target.id)) again.add(target.id);
      if (tasks.has(target.id) || pauses.isPaused(target.id)) continue;
      if ((ofAccount.get(target.user_id) ?? 0) >= mostOfAccount) {
        crowded.add(target.user_id);
        continue;
      }
      count(target, 1);
      tasks.set(target.id, serve(target));
      if (tasks.size >= mostAtOnce) return;
    }
    if (page.length === pageSize) signal.wake();
    else after = 0;
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const least = setTimeout(leastMs, undefined, { ref: false });
      try {
        await round();
      } catch (error) {
        log.error({ err: error, loop: name }, 'targets with work could not be found');
      }
      await signal.sleep(everyMs);
      if (!stopping.signal.aborted) await least;
    }
  };

  /** Makes deliveries due that a clock that was ahead has put off. */
  const hasten = async (after: number): Promise<void> => {
    const limit = hastenedAtOnce;
    // Not after it, or they would be found again and again.
    const now = Math.min(clock(), after);
    let hastened = limit;
    try {
      while (hastened === limit && !stopping.signal.aborted) {
        hastened = await queue.hasten(db.write, { now, after, limit });
      }
    } catch (error) {
      log.error(
        { err: error, loop: name },
        'deliveries may wait for a time from before a clock jump',
      );
    }
    signal.wake();
  };
  clockWatch.onJump((byMs) => {
    if (byMs < 0) void hasten(clock());
  });

  return {
    name,
    wake: () => signal.wake(),
    start: async () => {
      await hasten(latestEnd(clock(), longestSpreadMs));
      running = run();
    },
    stop: async () => {
      stopping.abort();
      signal.wake();
      await running;
      await Promise.all(tasks.values());
    },
  };
}
