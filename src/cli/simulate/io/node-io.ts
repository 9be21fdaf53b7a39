import { setTimeout } from 'node:timers/promises';
import type { Progress } from '../../progress.ts';
import type { SimulateIo } from '../simulate.ts';
import { connectByHttp } from './http-send.ts';

/** The real world: Node's clocks and timers, HTTP. The signal ends a run. */
export function nodeSimulateIo(signal: AbortSignal, progress: Progress): SimulateIo {
  return {
    now: Date.now,
    stopwatch: () => performance.now(),
    sleepUntil,
    connect: connectByHttp,
    progress,
    signal,
  };
}

/** Resolves at an instant (epoch ms), at once where it has passed, or when the signal comes. */
async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const wait = at - Date.now();
  if (wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => {});
}
