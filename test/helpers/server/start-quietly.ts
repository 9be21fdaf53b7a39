import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../database/postgres-server.ts';
import { type KisimaProcess, runScript } from './kisima-process.ts';

/**
 * Starts a server whose log is of warnings alone, so that it does not say when it is ready.
 * @param options of Node itself.
 */
export async function startQuietly(
  env: Record<string, string>,
  options: string[] = [],
): Promise<KisimaProcess & { url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = runScript('src/main.ts', [], { ...env, PORT: String(port) }, options);
  const deadline = AbortSignal.timeout(30_000);
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (deadline.aborted || server.process.exitCode !== null) throw new Error(server.written());
    await setTimeout(100);
  }
  return { ...server, url };
}
