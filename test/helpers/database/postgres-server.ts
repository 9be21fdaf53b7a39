import { appendFile, chmod, chown, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeTestFolder } from '../server/test-folder.ts';
import { installPostgres, type PostgresProgram } from './postgres-program.ts';

export type PostgresServer = {
  /** Names a database that is there and empty. */
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Makes a standby of it, which follows it from here on; it is down for a moment meanwhile. */
  makeStandby: () => Promise<Pick<PostgresServer, 'url' | 'stop'>>;
  /** Ends it at once, as a power cut does: nobody gets a last word. */
  goAway: () => Promise<void>;
  /** Starts it again on the same port and data. */
  comeBack: () => Promise<void>;
  /**
   * Stops it and starts it again: `fast` as an administrator does, every connection ended;
   * `immediate` as a crash does, with recovery from its log.
   */
  restart: (mode: 'fast' | 'immediate') => Promise<void>;
};

type ServerOptions = {
  flags?: string[];
  /** Files in the folder of the data, before the start; `pg_hba.conf` replaces what is there. */
  files?: Record<string, string>;
};

/** Starts a PostgreSQL from the npm registry, with an empty folder of its own. */
export async function startPostgresServer({
  flags = [],
  files = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const folder = await makeTestFolder('postgres');
  // A password that costs nothing to compare: tests connect some thousand times.
  const program = await installPostgres(folder, ['--set=scram_iterations=1']);
  const { data, owner } = program;
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    await chown(join(data, name), owner.uid, owner.gid);
  }
  const port = await findFreePort();
  const start = () => program.start(argumentsOf(port, flags));
  let running = await start();
  const restart: PostgresServer['restart'] = async (mode) => {
    await running.stop(mode);
    running = await start();
  };
  return {
    url: urlOf(port),
    port,
    goAway: () => running.stop('immediate'),
    comeBack: async () => {
      running = await start();
    },
    makeStandby: async () => {
      await running.stop('fast');
      const standby = await copyForStandby(program, port);
      running = await start();
      return await startStandby(program, standby, flags);
    },
    restart,
    stop: async () => {
      await running.stop('fast');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function urlOf(port: number): string {
  return `postgres://kisima:kisima@127.0.0.1:${port}/postgres`;
}

function argumentsOf(port: number, flags: string[]): string[] {
  // Tests never cut the power of the whole machine, so its fsync would only cost time.
  return ['-p', String(port), '-c', 'fsync=off', ...flags];
}

/** Copies the data of a PostgreSQL that is stopped, for a standby that follows it once it runs again. */
async function copyForStandby({ data, owner }: PostgresProgram, port: number): Promise<string> {
  const folder = await makeTestFolder('standby');
  await chmod(folder, 0o755);
  const copy = join(folder, 'data');
  await cp(data, copy, { recursive: true, preserveTimestamps: true });
  await writeFile(join(copy, 'standby.signal'), '');
  const primary = `host=127.0.0.1 port=${port} user=kisima password=kisima`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  await chmod(copy, 0o700);
  for (const name of ['', ...(await readdir(copy, { recursive: true }))]) {
    await chown(join(copy, name), owner.uid, owner.gid);
  }
  return folder;
}

async function startStandby(program: PostgresProgram, folder: string, flags: string[]) {
  const port = await findFreePort();
  const running = await program.start(argumentsOf(port, flags), join(folder, 'data'));
  return {
    url: urlOf(port),
    stop: async () => {
      await running.stop('fast');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the one that many test files share. What is committed there need outlive no crash: tests of
 * that have a server of their own.
 */
export async function startSharedPostgres(): Promise<PostgresServer> {
  const settings = [
    'max_connections=400',
    'timezone=Asia/Tokyo',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  return await startPostgresServer({ flags: settings.flatMap((setting) => ['-c', setting]) });
}

/** A port of the loopback address that nobody listens on just now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
