import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import about from '../../package.json' with { type: 'json' };

export type Served = { url: string; process: ChildProcess; stop: () => Promise<void> };

/** V8 flags of `npm start`. */
const flags = about.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Runs a script on this Node until it prints a line with its `url`. */
export async function serve(script: string, env: Record<string, string>): Promise<Served> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const child = execa(process.execPath, [...flags, path], {
    env,
    stdin: 'ignore',
    stderr: 'inherit',
    buffer: false,
    reject: false,
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /"url":"([^"]+)"/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void child.then(({ exitCode }) => reject(new Error(`${script} ended with ${exitCode}`)));
  });
  return {
    url,
    process: child.nodeChildProcess,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
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
