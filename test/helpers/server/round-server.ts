import type { Service } from '../../../src/server.ts';
import { packingMs } from '../../../src/water/loops.ts';
import { awaited } from '../until.ts';
import { type Engine, startTestServer, type TestServer } from './test-server.ts';
import { createTestTimers } from './test-timers.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Time that passes beyond the wait for a round. Loops pause for as long as a piece of their work took: a pause
 * of another one would last as long as the wait does, and be taken for the end of a round that is not over.
 */
const moreMs = 1;

/**
 * A server whose rounds of retention come when the test says so. @param everyMs how often they come, which
 * no other loop of the service does.
 */
export async function startRoundServer(
  engine: Engine,
  env: Record<string, string>,
  { only, everyMs }: { only: Service; everyMs: number } = { only: 'water', everyMs: hourMs },
): Promise<{ server: TestServer; nextRound: () => Promise<void> }> {
  const timers = createTestTimers();
  let roundEnded: () => void = () => {};
  const server = await startTestServer({
    engine,
    only,
    env: { TOKEN_HOURS: '8760', ...env },
    timers: {
      ...timers,
      // The wait for the next round begins when this one has ended.
      after: (ms, run) => {
        if (ms === everyMs) roundEnded();
        // What is packed goes a stretch at a time, which has tests of its own.
        if (ms === packingMs) return () => {};
        return timers.after(ms, run);
      },
    },
  });
  const wait = async (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    roundEnded = resolve;
    timers.advance(ms + moreMs);
    await awaited('a round', promise);
  };
  await wait(minuteMs);
  return { server, nextRound: () => wait(everyMs) };
}
