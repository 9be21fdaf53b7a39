import type { Timers } from '../time/timers.ts';

type Waiting = { until: number; giveUp: () => void };

/**
 * Answers in place of work that takes too long, which goes on. One timer serves all who wait: they are
 * thousands a second, and hardly ever does one of them wait so long.
 * @param ms how long anybody waits.
 * @param lateFailure what whoever waited for longer is told.
 */
export function createAnswerWithin(timers: Timers, ms: number, lateFailure: () => Error) {
  // In the order in which they came, which is that of their time.
  const waiting = new Set<Waiting>();
  let isWatching = false;

  const watch = (delay: number): void => {
    isWatching = true;
    timers.after(delay, () => {
      const now = timers.now();
      isWatching = false;
      for (const each of waiting) {
        if (each.until > now) return watch(each.until - now);
        waiting.delete(each);
        each.giveUp();
      }
    });
  };

  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const mine = { until: timers.now() + ms, giveUp: () => reject(lateFailure()) };
      waiting.add(mine);
      if (!isWatching) watch(ms);
      work.then(
        (result) => {
          waiting.delete(mine);
          resolve(result);
        },
        (error: Error) => {
          waiting.delete(mine);
          reject(error);
        },
      );
    });
}
