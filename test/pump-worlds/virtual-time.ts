import { setImmediate, setTimeout } from 'node:timers/promises';
import type { TestServer } from '../helpers/server/test-server.ts';
import type { TestTimers } from '../helpers/server/test-timers.ts';

const stepMs = 60_000;

/** Looks, a millisecond apart, after which a loop counts as one that waits for something else than time. */
const mostLooks = 4;

/**
 * Moves the clocks and timers of a server together, and lets its loops do what is due before more time
 * passes: a loop that is at work does not wait, and one that waits for the next round does.
 */
export function createVirtualTime(server: TestServer, timers: TestTimers) {
  let waitUsually = timers.waiting();
  const settle = async () => {
    await setImmediate();
    for (let looks = 0; timers.waiting() < waitUsually && looks < mostLooks; looks++) {
      await setTimeout(1);
    }
    waitUsually = timers.waiting();
  };
  return {
    advance: async (ms: number) => {
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(left, stepMs);
        server.clock.advance(step);
        timers.advance(step);
        await settle();
      }
    },
  };
}
