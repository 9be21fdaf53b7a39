import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withDeadline } from '../../../src/kit/async/deadline.ts';
import { likeCustomers } from '../accounts/like-customers.ts';
import { makePostgresDatabase } from '../database/postgres.ts';
import { awaited } from '../until.ts';
import type { Ended } from './run-kisima.ts';
import { makeTestFolder } from './test-folder.ts';
import type { Engine } from './test-server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The real program as a process of its own. */
export type KisimaProcess = {
  process: ChildProcess;
  /** Everything that it has written so far, to either stream. */
  written: () => string;
  /** Resolves with the first match in what it writes to its standard output. */
  sees: (pattern: RegExp) => Promise<RegExpExecArray>;
  kill: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
};

export type RunningKisima = KisimaProcess & {
  url: string;
  port: number;
  /** Stops it politely; fails the test when it does not leave with 0. */
  stop: () => Promise<Ended>;
};

type Environment = Record<string, string>;

const running = new Set<ChildProcess>();

// A process that a failed test has left running would keep the whole run from its end.
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs a script of ours with this environment and nothing of the test's own but what is compiled.
 * @param options of Node itself.
 */
export function runScript(
  script: string,
  args: string[],
  env: Environment = {},
  options: string[] = [],
): KisimaProcess {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const child = execa(process.execPath, [...options, join(root, script), ...args], {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    stripFinalNewline: false,
    // A process that stops slowly is not killed after execa's five seconds.
    forceKillAfterDelay: false,
  });
  running.add(child.nodeChildProcess);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = child.then(({ exitCode = null, signal = null }) => {
    running.delete(child.nodeChildProcess);
    return { code: exitCode, signal, stdout, stderr };
  });
  return {
    process: child.nodeChildProcess,
    written: () => stdout + stderr,
    sees: (pattern) => {
      const seen = new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found) resolve(found);
          return found !== null;
        };
        if (look()) return;
        child.stdout.on('data', look);
        void ended.then(({ code, signal }) => {
          if (!look())
            reject(new Error(`ended with ${code ?? signal} before ${pattern}:\n${stderr}`));
        });
      });
      return awaited(`${pattern} in what it writes`, seen);
    },
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/** Runs `kisima COMMAND …` to its end, in a process of its own as a person does. */
export async function runKisimaAlone(args: string[], env: Environment = {}): Promise<Ended> {
  const run = runScript('src/cli/kisima.ts', args, env);
  return await inTime('an end', run, run.ended);
}

/** Runs `node src/main.ts` to its end, which is soon where it refuses to start. */
export async function runMain(env: Environment, args: string[] = []): Promise<Ended> {
  const run = runScript('src/main.ts', args, env);
  return await inTime('an end', run, run.ended);
}

/** Far more than a start or an end takes on a busy machine: what takes longer hangs. */
const hangsAfterMs = 90_000;

/** Waits for a process; where nothing comes, it is killed and what it has written is shown. */
async function inTime<T>(what: string, server: KisimaProcess, work: Promise<T>): Promise<T> {
  return await withDeadline(what, hangsAfterMs, work).catch((error: Error) => {
    if (server.process.exitCode === null && server.process.signalCode === null) {
      console.error(server.written());
      server.kill('SIGKILL');
    }
    throw error;
  });
}

/** Starts the server on a free port; resolves once it says that it is ready. */
export async function startKisima(env: Environment, args: string[] = []): Promise<RunningKisima> {
  const server = runScript('src/main.ts', args, { PORT: '0', ...likeCustomers, ...env });
  const ready = server.sees(/"url":"(http:\/\/[^"]+:(\d+))"/);
  const [, url = '', port] = await inTime('a start', server, ready);
  return {
    ...server,
    url,
    port: Number(port),
    stop: async () => {
      server.kill('SIGTERM');
      const end = await inTime('an end', server, server.ended);
      assert.deepEqual([end.code, end.stderr], [0, '']);
      return end;
    },
  };
}

/** A data folder and, where it is wanted, a PostgreSQL database; empty both. */
export type Storage = {
  engine: Engine;
  folder: string;
  databaseUrl: string | undefined;
  /** Environment that points the program at it. */
  env: Environment;
  remove: () => Promise<void>;
};

export async function makeStorage(engine: Engine): Promise<Storage> {
  const parent = await makeTestFolder('process');
  const folder = join(parent, 'data');
  const database = engine === 'postgres' ? await makePostgresDatabase() : undefined;
  return {
    engine,
    folder,
    databaseUrl: database?.url,
    env: { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) },
    remove: async () => {
      await database?.drop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
