import { setTimeout } from 'node:timers/promises';
import type { Progress } from '../../progress.ts';
import type { ConnectionChoices } from './device-lines.ts';
import { type Connection, connectByHttp } from './http-send.ts';

/** Time, and a signal that ends the run. */
export interface Pacing {
  now(): number;
  /** Resolves at an instant (epoch milliseconds), or when the signal comes. */
  sleepUntil(at: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
}

/** The outside world of a simulation. */
export interface SimulateIo extends Pacing {
  /** Milliseconds of a clock that only goes forward, for latencies. */
  stopwatch(): number;
  connect(url: string, choices: ConnectionChoices): Connection;
  progress: Progress;
}

/** The real world. */
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

async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const wait = at - Date.now();
  if (wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => {});
}
