import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './lib/figures.ts';

const rounds = 5;

/** Time from `node src/main.ts` until `/readyz` says yes, and the memory of an idle server. */
export async function benchStart(): Promise<void> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const { milliseconds, megabytes } = await startOnce();
    if (round === 0) continue;
    times.push(milliseconds);
    memory.push(megabytes);
  }
  report(
    'from `node src/main.ts` to ready',
    `${median(times).toFixed(0)} ms`,
    'about 1,000 expected',
  );
  report('idle memory (RSS)', `${median(memory).toFixed(0)} MB`, 'at most 130');
}

async function startOnce() {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-start-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const start = performance.now();
  const child = spawn(process.execPath, [resolve('src/main.ts')], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`);
    const milliseconds = performance.now() - start;
    // Idle means idle: what start-up left behind has had time to be collected.
    await new Promise((later) => setTimeout(later, 5000));
    return { milliseconds, megabytes: await residentMegabytes(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((later) => setTimeout(later, 5));
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}
