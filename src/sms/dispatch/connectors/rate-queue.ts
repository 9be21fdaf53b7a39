import type { Timers } from '../../../kit/time/timers.ts';
import type { RateLimit } from '../../providers/rate-limit.ts';
import { FairLine } from '../../providers/turns/fair-line.ts';

/**
 * Lets messages through at a rate: those whose senders wait go before what is claimed, and of these the
 * accounts take turns.
 */
export function createRateQueue(limit: RateLimit, timers: Pick<Timers, 'after'>) {
  const waiting = new FairLine<(passed: boolean) => void>();

  const letThrough = (): void => {
    for (let pass = waiting.first; pass; pass = waiting.first) {
      const waitMs = limit.take();
      if (waitMs > 0) {
        timers.after(waitMs, letThrough);
        return;
      }
      waiting.removeFirst();
      pass(true);
    }
  };

  return {
    /** Messages that may be claimed now; none while a single send waits. */
    free: (): number => (waiting.size > 0 ? 0 : limit.look().free),
    /** Milliseconds until the next may leave. */
    waitMs: (): number => limit.look().waitMs,
    /** Milliseconds until all that wait have left. */
    backlogMs: (): number => waiting.size * limit.everyMs,
    /** Takes one of the messages that were free. */
    leave: (): void => void limit.take(),
    /**
     * Waits until one of the account may leave.
     * @returns false where that is not within `patienceMs`; at once where that is clear.
     */
    wait: (account: number, patienceMs: number): Promise<boolean> => {
      if (waiting.ahead(account) * limit.everyMs >= patienceMs) return Promise.resolve(false);
      return new Promise((resolve) => {
        const pass = (passed: boolean): void => {
          cancel();
          resolve(passed);
        };
        // Others may come whose turn is before it.
        const cancel = timers.after(patienceMs, () => {
          waiting.remove((each) => each === pass);
          resolve(false);
        });
        waiting.add(account, pass);
        if (waiting.size === 1) letThrough();
      });
    },
  };
}
