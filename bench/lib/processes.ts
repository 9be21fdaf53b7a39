import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Served = { url: string; process: ChildProcess; stop: () => Promise<void> };

/** Runs a script on this Node until it prints a line with its `url`. */
export async function serve(script: string, env: Record<string, string>): Promise<Served> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /"url":"([^"]+)"/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Kisima on a data folder, quiet, with no throttle in the way of the load. */
export function serveKisima(dataDir: string, env: Record<string, string> = {}): Promise<Served> {
  return serve('src/main.ts', {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    PUSH_RATE_PER_DEVICE: '1000000',
    PUSH_BURST_PER_DEVICE: '1000000',
    ...env,
  });
}
