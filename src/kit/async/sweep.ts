import type { Component } from './components.ts';
import { createLoop, type LoopOptions } from './loop.ts';

/** Few enough that other writes hardly wait for one batch's commit. */
const batchSize = 1000;

/** What a sweep runs by. */
export type SweepDeps = Required<Pick<LoopOptions, 'log' | 'timers' | 'leadership'>>;

type SweepOptions = Omit<LoopOptions, 'work'> & {
  /** Removes up to `limit` rows; @returns how many it removed. */
  remove: (limit: number) => Promise<number>;
};

/** Removes what is good for nothing any more, a batch at a time until nothing is left or it is to stop. */
export function createSweep({ remove, ...loop }: SweepOptions): Component {
  return createLoop({
    ...loop,
    work: async (signal) => {
      let removed = batchSize;
      while (removed === batchSize && !signal.aborted) removed = await remove(batchSize);
    },
  });
}
