import type { Timers } from '../time/timers.ts';

/** One who waits, between who came before and who came after, whose time is up later. */
type Waiting = { until: number; giveUp: (error: Error) => void; before: Waiting; after: Waiting };

/**
 * Answers in place of work that takes too long, which goes on. One timer serves all who wait: they are
 * thousands a second, and hardly ever does one of them wait so long.
 * @param ms how long anybody waits.
 * @param lateFailure what whoever waited for longer is told.
 */
export function createAnswerWithin(timers: Timers, ms: number, lateFailure: () => Error) {
  const ring = createRing();
  let isWatching = false;

  const watch = (delay: number): void => {
    isWatching = true;
    timers.after(delay, () => {
      const now = timers.now();
      isWatching = false;
      while (ring.after !== ring) {
        const first = ring.after;
        if (first.until > now) return watch(first.until - now);
        leave(first);
        first.giveUp(lateFailure());
      }
    });
  };

  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const mine = { until: timers.now() + ms, giveUp: reject, before: ring.before, after: ring };
      ring.before.after = mine;
      ring.before = mine;
      if (!isWatching) watch(ms);
      work.then(
        (result) => {
          leave(mine);
          resolve(result);
        },
        (error: Error) => {
          leave(mine);
          reject(error);
        },
      );
    });
}

/** Its own neighbour on both sides; who leaves a ring costs far less than who leaves a set. */
function createRing(): Waiting {
  const ring = { until: Number.POSITIVE_INFINITY, giveUp: () => {} } as Partial<Waiting> as Waiting;
  ring.before = ring;
  ring.after = ring;
  return ring;
}

/** Whoever has left already may leave again. */
function leave(mine: Waiting): void {
  mine.before.after = mine.after;
  mine.after.before = mine.before;
  mine.before = mine;
  mine.after = mine;
}
