import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export type Command = { args: string[]; env: Record<string, string> };

export type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

const hosts = new Set<ChildProcess>();
const idle: ChildProcess[] = [];

after(() => {
  for (const host of hosts) host.kill('SIGKILL');
});

/**
 * Runs `kisima COMMAND …` to its end, in a process that stays for the next command: loading the program
 * takes ten times as long as most commands. Processes of their own are in `kisima-process.ts`.
 */
export async function runKisima(args: string[], env: Command['env'] = {}): Promise<Ended> {
  const host = idle.pop() ?? startHost();
  const over = new AbortController();
  const { signal } = over;
  const ended = once(host, 'message', { signal });
  const broken = once(host, 'exit', { signal }).then(failBroken);
  broken.catch(() => {});
  host.send({ args, env } satisfies Command);
  const [end] = await Promise.race([ended, broken]).finally(() => over.abort());
  idle.push(host);
  return end;
}

/** Runs `node src/main.ts` with a refused start, in such a process. */
export async function runServe(env: Command['env'], args: string[] = []): Promise<Ended> {
  return await runKisima(['serve', ...args], env);
}

function startHost(): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const host = fork(fileURLToPath(new URL('command-host.ts', import.meta.url)), {
    env: { PATH, NODE_COMPILE_CACHE },
    execArgv: [],
    // No terminal, on which commands would show their progress in another way.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  host.stderr?.pipe(process.stderr);
  hosts.add(host);
  return host;
}

function failBroken([code, signal]: unknown[]): never {
  throw new Error(`the process that runs commands ended with ${code ?? signal}`);
}

/** Asserts that a command was refused: one clear line for the person at the terminal, and status 2. */
export function assertRefused({ code, stdout, stderr }: Ended, line: RegExp): void {
  assert.match(stderr, line);
  assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [2, '', 1], stderr);
}
