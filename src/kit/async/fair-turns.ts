import type { Timers } from '../time/timers.ts';

export type TurnLimits = {
  /** How many may be in at the same time, in all and of one key. */
  inAll: number;
  perKey: number;
  /** How many may wait for their turn, and how long each of them, in milliseconds. */
  waitingInAll: number;
  waitingPerKey: number;
  waitMs: number;
};

/** Ends a turn; `restMs` is for how long its key is still counted as being in. */
export type EndTurn = (restMs?: number) => void;

/** Waits for a turn. @param signal ends the wait, with its reason. */
export type TakeTurn<K> = (key: K, signal: AbortSignal) => Promise<EndTurn>;

type TurnsDeps = {
  timers: Timers;
  /** Thrown where the line is too long, or the wait was. */
  refusal: () => Error;
};

/** Called with the function that ends the turn, once it has come. */
type Waiter = (leave: EndTurn) => void;

/** Shares something scarce by a key such as the account: keys that wait are let in round robin. */
export function createFairTurns<K>(
  limits: TurnLimits,
  { timers, refusal }: TurnsDeps,
): TakeTurn<K> {
  const inside = new Map<K, number>();
  /** Waiters by key; the keys in the order of their next turns. */
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
