import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Languages of the examples, with the program that runs them and the ending of their files. */
export const languages = {
  node: { program: process.execPath, ending: 'mjs' },
  python: { program: 'python3', ending: 'py' },
  php: { program: 'php', ending: 'php' },
  curl: { program: 'sh', ending: 'sh' },
} as const;
export type Language = keyof typeof languages;

export const exampleNames = ['send', 'bulk', 'webhook', 'push', 'poll'] as const;
/** Examples that one language alone has. */
export const ownExamples: Partial<Record<Language, readonly 'own-texts'[]>> = {
  python: ['own-texts'],
};
type ExampleName = (typeof exampleNames)[number] | 'own-texts';

export function exampleFile(language: Language, name: ExampleName): string {
  return path.resolve('docs/examples', language, `${name}.${languages[language].ending}`);
}

/** True if the machine has what runs the examples of a language. */
export async function isThere(language: Language): Promise<boolean> {
  try {
    await run(languages[language].program, probes[language]);
    return true;
  } catch {
    return false;
  }
}

const probes: Record<Language, string[]> = {
  node: ['--version'],
  python: ['--version'],
  php: ['--version'],
  curl: ['-c', 'curl --version'],
};

type Env = Record<string, string>;
type Run = { args?: string[]; env: Env; input?: string };

/** Runs an example to its end. @returns what it said, and whether it ended well. */
export async function runExample(
  language: Language,
  name: ExampleName,
  { args = [], env, input = '' }: Run,
): Promise<{ isGood: boolean; said: string }> {
  const { program } = languages[language];
  const child = spawn(program, [exampleFile(language, name), ...args], { env: withPath(env) });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  child.stdin.on('error', () => {}).end(input);
  const [status] = await once(child, 'close');
  return { isGood: status === 0, said };
}

export type RunningReceiver = { url: string; heard: () => string; stop: () => Promise<void> };

/** Starts the receiver of webhooks of a language that has one, and waits until it takes connections. */
export async function startReceiver(
  language: Exclude<Language, 'curl'>,
  env: Env,
): Promise<RunningReceiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = exampleFile(language, 'webhook');
  const args = language === 'php' ? ['-S', `127.0.0.1:${port}`, file] : [file];
  const child = spawn(languages[language].program, args, {
    env: withPath({ ...env, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let heard = '';
  const listening = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
        if (/Listening|started/.test(heard)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`the receiver ended: ${heard}`)));
  });
  await listening;
  return { url, heard: () => heard, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function withPath(env: Env): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env };
}
