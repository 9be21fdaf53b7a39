import { type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SpokenResult = { stdout: string; exitCode: number | undefined; wasSilent: boolean };

type Options = {
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Longest time without a word, in milliseconds; then it is killed. */
  mostSilentMs: number;
  /** Answers what the process says over the channel; undefined where it waits for no answer. */
  answer: (message: unknown) => Serializable | undefined;
  /** Gets what it has said, whole lines, at each of its messages and at its end. */
  print: (lines: string) => void;
};

/** How often it is looked in the longest silence whether there is more. */
const looks = 10;

/**
 * Runs Node with these arguments for as long as something comes from it, and keeps what it says. It says it
 * to a file: what is under way in a pipe is lost where a process ends itself, and with it what had failed.
 */
export async function runWhileItSpeaks(
  args: string[],
  { env, signal, mostSilentMs, answer, print }: Options,
): Promise<SpokenResult> {
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] || tmpdir(), 'kisima-group-'));
  const output = await open(join(folder, 'output'), 'a+');
  try {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', output.fd, 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    const lines = linesOf(output.fd);
    child.on('message', (message) => {
      print(lines());
      const answered = answer(message);
      // Where it is gone meanwhile, its end says so.
      if (answered !== undefined) child.send(answered, () => {});
    });
    const leave = () => child.kill('SIGKILL');
    signal.addEventListener('abort', leave);
    let wasSilent = false;
    let [size, silentLooks] = [0, 0];
    const looking = setInterval(async () => {
      const last = size;
      size = (await output.stat()).size;
      silentLooks = size === last ? silentLooks + 1 : 0;
      if (silentLooks < looks) return;
      wasSilent = true;
      child.kill('SIGKILL');
    }, mostSilentMs / looks);
    const [status] = (await once(child, 'exit')) as [number | null];
    clearInterval(looking);
    signal.removeEventListener('abort', leave);
    print(lines());
    const stdout = (await readFile(join(folder, 'output'), 'utf8')).replace(/\n$/, '');
    return { stdout, exitCode: status ?? undefined, wasSilent };
  } finally {
    await output.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what gives the whole lines that a file has since it was asked before. */
function linesOf(file: number): () => string {
  let told = 0;
  const part = Buffer.alloc(64 * 1024);
  return () => {
    const parts: Buffer[] = [];
    for (let at = told; ; ) {
      const size = readSync(file, part, 0, part.length, at);
      if (size === 0) break;
      parts.push(Buffer.from(part.subarray(0, size)));
      at += size;
    }
    const all = Buffer.concat(parts);
    const whole = all.subarray(0, all.lastIndexOf('\n') + 1);
    told += whole.length;
    return whole.toString('utf8');
  };
}
