import { performance } from 'node:perf_hooks';
import type { Progress } from '../../progress.ts';
import type { SimulateIo } from '../simulate.ts';
import { connectByHttp } from './http-send.ts';

/** What a board on a slow network waits for an answer. */
const DEADLINE_MS = 10_000;

/** The real world: Node's clocks and timers, HTTP. The signal ends a run. */
export function nodeSimulateIo(signal: AbortSignal, progress: Progress): SimulateIo {
  return {
    now: Date.now,
    stopwatch: () => performance.now(),
    sleepUntil,
    connect: (url, sockets) => connectByHttp(url, { sockets, deadlineMs: DEADLINE_MS }),
    progress,
    signal,
  };
}

/** Resolves at an instant (epoch ms), at once where it has passed, or when the signal comes. */
function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const wait = at - Date.now();
  if (wait <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, wait);
    signal.addEventListener('abort', wake);
  });
}
