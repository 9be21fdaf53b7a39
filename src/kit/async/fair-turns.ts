import pLimit from 'p-limit';
import type { Timers } from '../time/timers.ts';

export type TurnLimits = {
  /** Most holders of a slot at the same time, in all and of one key. */
  inAll: number;
  perKey: number;
  /** Most waiters, and the longest wait of each, in milliseconds. */
  waitingInAll: number;
  waitingPerKey: number;
  waitMs: number;
};

/** Releases a slot; for `restMs` more it still counts for its key. */
export type EndTurn = (restMs?: number) => void;

/** Waits for a slot. @param signal ends the wait, with its reason. */
export type TakeTurn<K> = (key: K, signal: AbortSignal) => Promise<EndTurn>;

type TurnsDeps = {
  timers: Timers;
  /** Error where the queue is too long, or the wait was. */
  refusal: () => Error;
};

/** Called back with the release of its slot. */
type Waiter = (leave: EndTurn) => void;

/** Shares something scarce by a key such as the account: waiting keys are served round robin. */
export function createFairTurns<K>(
  limits: TurnLimits,
  { timers, refusal }: TurnsDeps,
): TakeTurn<K> {
  const inside = new Map<K, number>();
  /** Waiters by key; the keys in the order in which they are served. */
  const lines = new Map<K, Set<Waiter>>();
  let insideInAll = 0;
  let waitingInAll = 0;

  const hasRoom = (key: K): boolean =>
    insideInAll < limits.inAll && (inside.get(key) ?? 0) < limits.perKey;

  const enter = (key: K): EndTurn => {
    insideInAll += 1;
    inside.set(key, (inside.get(key) ?? 0) + 1);
    let isInside = true;
    return (restMs = 0) => {
      if (!isInside) return;
      isInside = false;
      insideInAll -= 1;
      if (restMs === 0) return discount(key);
      timers.after(restMs, () => discount(key));
      letIn();
    };
  };

  const discount = (key: K): void => {
    const left = (inside.get(key) ?? 1) - 1;
    if (left === 0) inside.delete(key);
    else inside.set(key, left);
    letIn();
  };

  const letIn = (): void => {
    for (const [key, line] of lines) {
      const [first] = line;
      if (!first || !hasRoom(key)) continue;
      standDown(key, first);
      // To the end of the round, which this loop comes to as well.
      if (lines.delete(key) && line.size > 0) lines.set(key, line);
      first(enter(key));
    }
  };

  const lineUp = (key: K, waiter: Waiter): void => {
    const line = lines.get(key) ?? new Set();
    lines.set(key, line.add(waiter));
    waitingInAll += 1;
  };

  const standDown = (key: K, waiter: Waiter): void => {
    const line = lines.get(key);
    if (!line?.delete(waiter)) return;
    waitingInAll -= 1;
    if (line.size === 0) lines.delete(key);
  };

  const isLong = (key: K): boolean =>
    waitingInAll >= limits.waitingInAll || (lines.get(key)?.size ?? 0) >= limits.waitingPerKey;

  const wait = (key: K, signal: AbortSignal): Promise<EndTurn> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = (leave) => {
        settle();
        resolve(leave);
      };
      const giveUp = (reason: unknown): void => {
        settle();
        standDown(key, waiter);
        reject(reason);
      };
      const onAbort = (): void => giveUp(signal.reason);
      const cancelTimer = timers.after(limits.waitMs, () => giveUp(refusal()));
      signal.addEventListener('abort', onAbort);
      lineUp(key, waiter);
    });

  return async (key, signal) => {
    signal.throwIfAborted();
    if (hasRoom(key)) return enter(key);
    if (isLong(key)) throw refusal();
    return await wait(key, signal);
  };
}

/** Runs work when a place is free, in the order of the calls. */
export type FewAtOnce = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Limits the pieces of work that run at once. A piece whose signal is aborted before its start fails with
 * its reason.
 */
export function createFewAtOnce(most: number): FewAtOnce {
  const limit = pLimit(most);
  return async (work, signal) => {
    signal?.throwIfAborted();
    return await limit(async () => {
      signal?.throwIfAborted();
      return await work();
    });
  };
}
