import type { Logger } from 'pino';
import { systemTimers, type Timers } from '../time/timers.ts';
import type { Component } from './components.ts';

/** A process's candidacy for a job that one process at a time does. */
export type Candidacy = {
  /** Asked before each round. @returns undefined where another process leads, else a signal of losing the lead. */
  lead: () => Promise<AbortSignal | undefined>;
  /** Lets another process have the job. */
  resign: () => Promise<void>;
};

/** What a loop runs by. */
export type LoopDeps = {
  log: Logger;
  timers?: Timers;
  /** For jobs of one process at a time; without it each process does its rounds. */
  leadership?: { candidate: (job: string) => Candidacy };
};

export type LoopOptions = {
  name: string;
  everyMs: number;
  /** From the start to the first round; `everyMs` by default. */
  firstMs?: number;
  /** One round; the signal is aborted when the loop is to stop. */
  work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Repeats `work`, `everyMs` after the end of the round before. Stopping cuts the wait short and awaits
 * the round in hand; a failed round is logged.
 */
export function createLoop(
  { log, timers = systemTimers, leadership }: LoopDeps,
  { name, everyMs, firstMs = everyMs, work }: LoopOptions,
): Component {
  const candidacy = leadership?.candidate(name);
  const stopping = new AbortController();
  let wake: () => void = () => {};
  let running: Promise<void> = Promise.resolve();

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timers.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  const doRound = async () => {
    if (!candidacy) return await work(stopping.signal);
    const leading = await candidacy.lead();
    if (leading) await work(AbortSignal.any([stopping.signal, leading]));
  };

  const run = async () => {
    for (let ms = firstMs; !stopping.signal.aborted; ms = everyMs) {
      await pause(ms);
      if (stopping.signal.aborted) return;
      try {
        await doRound();
      } catch (error) {
        log.error({ err: error, loop: name }, 'a round of a loop failed');
      }
    }
  };

  return {
    name,
    start: async () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      wake();
      await running;
      await candidacy?.resign();
    },
  };
}
