import { ApiError } from '../../../kit/api/failures/api-error.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';

/** Where messages of one sender wait; one for each sender. */
export type Queue = { last: Promise<unknown> | undefined; isOpen: () => boolean };

/** A sender whose allowance takes longer to refill comes again. */
const longestWaitMs = 30 * secondMs;

/**
 * Lets what a device sends too fast wait until its allowance takes it, one message after another; over MQTT nothing
 * could tell it to come again later. Meanwhile nothing more is read of its connection.
 */
export function createInTurn(timers: Timers) {
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  const persist = async <T>(queue: Queue, work: () => Promise<T>): Promise<T> => {
    const until = timers.now() + longestWaitMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const ms = waitOf(error);
        if (ms === undefined || timers.now() + ms > until || !queue.isOpen()) throw error;
        await pause(ms);
      }
    }
  };

  return async <T>(queue: Queue, work: () => Promise<T>): Promise<T> => {
    if (!queue.last) {
      try {
        return await work();
      } catch (error) {
        if (waitOf(error) === undefined) throw error;
      }
    }
    const before = queue.last;
    const mine = (async () => {
      await before?.catch(() => {});
      return await persist(queue, work);
    })();
    queue.last = mine;
    try {
      return await mine;
    } finally {
      if (queue.last === mine) queue.last = undefined;
    }
  };
}

/** Milliseconds until a device may send again; undefined where it was refused for something else. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  return (error.extras.retryAfter ?? 1) * secondMs;
}
