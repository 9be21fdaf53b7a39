import type { Component } from './components.ts';
import { createLoop, type LoopDeps, type LoopOptions } from './loop.ts';

/** Few enough that other writes hardly wait for one batch's commit. */
const batchSize = 1000;

/** What a sweep runs by. */
export type SweepDeps = Required<LoopDeps>;

/** Removes up to `limit` rows; @returns how many it removed. */
type Remove = (limit: number) => Promise<number>;

type SweepOptions = Omit<LoopOptions, 'work'> & { remove: Remove };

/** A loop that removes rows that are of no more use. */
export function createSweep(deps: SweepDeps, { remove, ...loop }: SweepOptions): Component {
  return createLoop(deps, { ...loop, work: (signal) => removeInBatches(remove, signal) });
}

/** Removes a batch at a time until nothing is left or the signal is aborted. */
export async function removeInBatches(remove: Remove, signal: AbortSignal): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) removed = await remove(batchSize);
}
