import { awaited } from '../until.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { createTestTimers, type TestTimers } from './test-timers.ts';

/** One of several processes on a PostgreSQL: its storage is not its own, its timers are. */
export type SharedProcess = { server: TestServer; timers: TestTimers };

const longestPauseMs = 24 * 3_600_000;

export async function startSharedProcess(
  url: string,
  env: Record<string, string> = {},
): Promise<SharedProcess> {
  const timers = createTestTimers();
  // The engine of the helper is only whose database it makes; this one is there already.
  const given = { engine: 'sqlite', timers, env: { ...env, DATABASE_URL: url } } as const;
  return { server: await startTestServer(given), timers };
}

/** Every loop of a process does one round; resolves when all have. */
export async function doRounds({ timers }: SharedProcess): Promise<void> {
  const loops = timers.waiting();
  timers.advance(longestPauseMs);
  await awaited('a round of each loop', timers.whenWaiting(loops));
}
