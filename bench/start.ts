import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median, report } from './lib/figures.ts';
import { serveKisima } from './lib/processes.ts';
import { residentMegabytes } from './lib/resident-megabytes.ts';

const rounds = 5;

/** Time from `node src/main.ts` until it says that it is ready, and the memory of an idle server. */
export async function benchStart(): Promise<void> {
  // The first start fills the compile cache.
  await startOnce();
  const starts = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await startOnce());
  const ready = median(starts.map(({ milliseconds }) => milliseconds));
  const memory = median(starts.map(({ megabytes }) => megabytes));
  report('from `node src/main.ts` to ready', `${ready.toFixed(0)} ms`, 'at most 2,000');
  report('idle memory (RSS)', `${memory.toFixed(0)} MB`, 'at most 200');
}

async function startOnce(): Promise<{ milliseconds: number; megabytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-start-'));
  const start = performance.now();
  const server = await serveKisima(folder);
  try {
    const milliseconds = performance.now() - start;
    // Garbage of the start has had time to be collected.
    await setTimeout(5000);
    return { milliseconds, megabytes: await residentMegabytes(server) };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}
