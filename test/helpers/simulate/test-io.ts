import { silentProgress } from '../../../src/cli/progress.ts';
import { connectByHttp } from '../../../src/cli/simulate/connection.ts';
import type { SimulateIo } from '../../../src/cli/simulate/send.ts';

/** An outside world whose time only moves when everybody in it sleeps. */
export interface TestIo extends SimulateIo {
  abort(): void;
}

/**
 * Real HTTP, invented time: once no request is under way, the sleeper with the earliest instant is
 * woken and the clock stands at that instant. So days pass in milliseconds, always alike.
 */
export function createTestIo(startsAt: number): TestIo {
  const controller = new AbortController();
  const sleepers: { at: number; wake: () => void }[] = [];
  let now = startsAt;
  let underWay = 0;
  let isLooking = false;
  const look = (): void => {
    isLooking = false;
    if (underWay > 0 || sleepers.length === 0) return;
    const next = sleepers.reduce((first, sleeper) => (sleeper.at < first.at ? sleeper : first));
    sleepers.splice(sleepers.indexOf(next), 1);
    now = Math.max(now, next.at);
    next.wake();
    lookSoon();
  };
  const lookSoon = (): void => {
    if (isLooking) return;
    isLooking = true;
    setImmediate(look);
  };
  return {
    now: () => now,
    stopwatch: () => now,
    signal: controller.signal,
    abort: () => controller.abort(),
    progress: silentProgress,
    sleepUntil(at, signal) {
      if (at <= now || signal.aborted) return Promise.resolve();
      return new Promise((wake) => {
        const sleeper = { at, wake };
        sleepers.push(sleeper);
        // A sleeper that is woken early holds no instant any more.
        const wakeEarly = () => {
          const place = sleepers.indexOf(sleeper);
          if (place >= 0) sleepers.splice(place, 1);
          wake();
        };
        signal.addEventListener('abort', wakeEarly, { once: true });
        lookSoon();
      });
    },
    connect(url, choices) {
      const line = connectByHttp(url, choices);
      return {
        ...line,
        async send(request) {
          underWay += 1;
          try {
            return await line.send(request);
          } finally {
            underWay -= 1;
            lookSoon();
          }
        },
      };
    },
  };
}
