import type { Timers } from '../../../kit/time/timers.ts';
import type { RateLimit } from '../../providers/rate-limit.ts';

/** Whoever would wait longer is sent away. */
const longestWaitMs = 10_000;

/** Lets messages through at a rate; those whose senders wait go before what is claimed. */
export function createRateQueue(limit: RateLimit, timers: Pick<Timers, 'after'>) {
  const waiting: ((passed: true) => void)[] = [];

  const letThrough = (): void => {
    while (waiting.length > 0) {
      const waitMs = limit.take();
      if (waitMs > 0) {
        timers.after(waitMs, letThrough);
        return;
      }
      waiting.shift()?.(true);
    }
  };

  return {
    /** How many may be claimed now; none while a sender waits. */
    free: (): number => (waiting.length > 0 ? 0 : limit.look().free),
    /** Milliseconds until the next may leave. */
    waitMs: (): number => limit.look().waitMs,
    /** One of those that were free leaves. */
    leave: (): void => void limit.take(),
    /** Waits until one may leave. @returns false, at once, where that would be too long. */
    wait: (): Promise<boolean> => {
      if (waiting.length * limit.everyMs >= longestWaitMs) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) letThrough();
      });
    },
  };
}
