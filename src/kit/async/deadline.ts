import { failures } from '../api/failures/api-error.ts';
import type { Timers } from '../time/timers.ts';

/** Thrown when the time of a wait is up. */
export class DeadlineError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/** Waits for `work`, but no longer than `milliseconds`; the work itself is not stopped. */
export async function withDeadline<T>(
  what: string,
  milliseconds: number,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(what, milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A waiting caller in a ring, between the one before and the one after, whose time is up later. */
type Waiting = { until: number; giveUp: (error: Error) => void; before: Waiting; after: Waiting };

/**
 * Creates a function that answers 503 in place of work for which storage takes too long; that work goes on. One timer
 * serves all waiting callers: they are thousands a second, and hardly ever does one of them wait so long.
 * @param ms longest wait.
 */
export function createAnswerWithin(timers: Timers, ms: number) {
  const ring = createRing();
  let stopWatching: (() => void) | undefined;

  const watch = (delay: number): void => {
    stopWatching = timers.after(delay, () => {
      const now = timers.now();
      stopWatching = undefined;
      while (ring.after !== ring) {
        const first = ring.after;
        if (first.until > now) return watch(first.until - now);
        leave(first);
        first.giveUp(failures.unavailable('Storage does not keep up; try again.'));
      }
    });
  };

  const leaveRing = (mine: Waiting): void => {
    leave(mine);
    if (ring.after !== ring) return;
    stopWatching?.();
    stopWatching = undefined;
  };

  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const mine = { until: timers.now() + ms, giveUp: reject, before: ring.before, after: ring };
      ring.before.after = mine;
      ring.before = mine;
      if (!stopWatching) watch(ms);
      work.then(
        (result) => {
          leaveRing(mine);
          resolve(result);
        },
        (error: Error) => {
          leaveRing(mine);
          reject(error);
        },
      );
    });
}

/** An empty ring: its own neighbour on both sides. Leaving a ring costs far less than leaving a set. */
function createRing(): Waiting {
  const ring = { until: Number.POSITIVE_INFINITY, giveUp: () => {} } as Partial<Waiting> as Waiting;
  ring.before = ring;
  ring.after = ring;
  return ring;
}

/** May be called again for a caller that has left. */
function leave(mine: Waiting): void {
  mine.before.after = mine.after;
  mine.after.before = mine.before;
  mine.before = mine;
  mine.after = mine;
}
