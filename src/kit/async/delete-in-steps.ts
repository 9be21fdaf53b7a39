import type { Timers } from '../time/timers.ts';

/** Rows of one table in the order of a number, which can be deleted from one number to another. */
export type OrderedRows = {
  /** Finds the number of the row `count` rows further, if there are so many to delete. */
  findAt: (range: { after: number; count: number }) => Promise<number | undefined>;
  /** @returns the number of deleted rows. */
  deleteUpTo: (range: { after: number; upTo: number }) => Promise<number>;
  /** Last number to delete; all of them by default. */
  last?: number;
};

export type Steps = { timers: Timers; signal: AbortSignal; deleted?: (rows: number) => void };

/** Rows in one write transaction: a few milliseconds. */
const step = 2000;

/**
 * Deletes rows in steps of one statement each, and pauses after each step for as long as it took, so that
 * it never has more than half of the writer. The next call goes on where it breaks off.
 * @returns true if it came to the end.
 */
export async function deleteInSteps(
  rows: OrderedRows,
  { timers, signal, deleted = () => {} }: Steps,
): Promise<boolean> {
  const { last = Number.MAX_SAFE_INTEGER } = rows;
  let after: number | undefined = -1;
  while (after !== undefined && !signal.aborted) {
    const start = timers.now();
    const upTo = await rows.findAt({ after, count: step });
    deleted(await rows.deleteUpTo({ after, upTo: upTo ?? last }));
    await pauseFor(timers.now() - start, timers, signal);
    after = upTo;
  }
  return after === undefined;
}

/** Pauses for `ms` milliseconds, or until the signal is aborted. */
export async function pauseFor(ms: number, timers: Timers, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  const cancel = timers.after(ms, resolve);
  signal.addEventListener('abort', stop);
  await promise;
  signal.removeEventListener('abort', stop);
  cancel();
}
