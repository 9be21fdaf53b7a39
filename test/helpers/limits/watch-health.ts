import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** A server by its address and its process. */
export type Watched = { url: string; pid: number };

/** An answer of `/healthz` that took its time, or was none. */
export type Wait = {
  from: number;
  milliseconds: number;
  /** For so much of them the server's thread was at work; else the machine had other things to do. */
  busy: number;
  status: number;
};

/** Asks a server for its health without a pause, from a thread that does nothing else. */
export async function watchHealth(server: Watched) {
  const waits: Wait[] = [];
  const thread = new Worker(new URL('./health-poll-thread.ts', import.meta.url), {
    workerData: server,
  });
  thread.on('message', (wait: Wait) => waits.push(wait));
  await once(thread, 'online');
  return {
    waits,
    stop: async () => {
      // An answer that is still awaited is reported, too.
      await setTimeout(200);
      await thread.terminate();
    },
  };
}

/** The most megabytes that a process has held since this was called. Linux counts them. */
export function watchMemory(pid: number) {
  const read = (field: string) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  };
  // Begins its peak anew (`man 5 proc_pid_clear_refs`).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = read('VmRSS');
  return { grownBy: () => read('VmHWM') - before };
}
