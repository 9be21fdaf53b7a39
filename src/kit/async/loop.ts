import type { Logger } from 'pino';
import { systemTimers, type Timers } from '../time/timers.ts';
import type { Component } from './components.ts';

/** A process's candidacy for a job that one process at a time does. */
export type Candidacy = {
  /**
   * Called before each round. @returns undefined where another process leads, else a signal of losing the
   * lead.
   */
  lead: () => Promise<AbortSignal | undefined>;
  resign: () => Promise<void>;
};

export type LoopDeps = {
  log: Logger;
  timers?: Timers;
  /** For jobs of one process at a time; without it each process does its rounds. */
  leadership?: { candidate: (job: string) => Candidacy };
};

export type LoopOptions = {
  name: string;
  everyMs: number;
  /** Time from the start to the first round; `everyMs` by default. */
  firstMs?: number;
  /** Does one round; the signal is aborted when the loop is to stop. */
  work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Repeats `work`, `everyMs` after the end of the round before. Stopping cuts the wait short and awaits the
 * current round; a failed round is logged.
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

/** Few enough that other writes hardly wait for one batch's commit. */
const batchSize = 1000;

export type SweepDeps = Required<LoopDeps>;

/** Removes up to `limit` rows; @returns the number of removed rows. */
type Remove = (limit: number) => Promise<number>;

type SweepOptions = Omit<LoopOptions, 'work'> & { remove: Remove };

/** A loop that removes expired rows. */
export function createSweep(deps: SweepDeps, { remove, ...loop }: SweepOptions): Component {
  return createLoop(deps, { ...loop, work: (signal) => removeInBatches(remove, signal) });
}

/** Removes batches until nothing is left or the signal is aborted. */
export async function removeInBatches(remove: Remove, signal: AbortSignal): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) removed = await remove(batchSize);
}

/** Lets a loop sleep until it is woken; a wake that comes while the loop is busy is not lost. */
export class WakeSignal {
  #isWoken = false;
  #isPaused = false;
  #endSleep: () => void = () => {};

  /** True during a sleep that nothing has ended yet. */
  get isAsleep(): boolean {
    return this.#isPaused && !this.#isWoken;
  }

  wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** @returns true if it was woken before `ms` had passed. */
  async sleep(ms: number): Promise<boolean> {
    this.#isPaused = true;
    if (!this.#isWoken) await this.#pause(ms);
    this.#isPaused = false;
    const wasWoken = this.#isWoken;
    this.#isWoken = false;
    return wasWoken;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
