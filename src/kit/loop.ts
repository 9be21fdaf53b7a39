import type { Logger } from 'pino';
import type { Part } from './parts.ts';
import { systemTimers, type Timers } from './timers.ts';

type LoopOptions = {
  name: string;
  everyMs: number;
  /** From the start to the first round; `everyMs` by default. */
  firstMs?: number;
  log: Logger;
  timers?: Timers;
  /** One round; the signal is aborted when the loop is to stop. */
  work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Repeats `work`, `everyMs` after the end of the round before. Stopping cuts the wait short and then
 * awaits the round in hand; a round that fails is logged and the next one comes as usual.
 */
export function createLoop(options: LoopOptions): Part {
  const { name, everyMs, firstMs = everyMs, log, timers = systemTimers, work } = options;
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

  const run = async () => {
    for (let ms = firstMs; !stopping.signal.aborted; ms = everyMs) {
      await pause(ms);
      if (stopping.signal.aborted) return;
      try {
        await work(stopping.signal);
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
    },
  };
}
