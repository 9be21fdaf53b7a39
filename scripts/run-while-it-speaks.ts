import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SpokenResult = { stdout: string; exitCode: number | undefined; wasSilent: boolean };

type Options = {
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Longest time without a word, in milliseconds; then it is killed. */
  mostSilentMs: number;
};

/** How often it is looked in the longest silence whether there is more. */
const looks = 10;

/**
 * Runs Node with these arguments for as long as something comes from it, and keeps what it says. It says it
 * to a file: what is under way in a pipe is lost where a process ends itself, and with it what had failed.
 */
export async function runWhileItSpeaks(
  args: string[],
  { env, signal, mostSilentMs }: Options,
): Promise<SpokenResult> {
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] || tmpdir(), 'kisima-group-'));
  const output = await open(join(folder, 'output'), 'a+');
  try {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', output.fd, 'inherit'],
      env: { ...process.env, ...env },
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
    const stdout = (await readFile(join(folder, 'output'), 'utf8')).replace(/\n$/, '');
    return { stdout, exitCode: status ?? undefined, wasSilent };
  } finally {
    await output.close();
    await rm(folder, { recursive: true, force: true });
  }
}
