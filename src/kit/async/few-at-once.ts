/** Runs work when a place is free, in the order of asking. */
export type FewAtOnce = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Lets few pieces of work run at the same time; each further one waits. One whose signal is aborted by
 * the time its turn comes is not begun, and fails with the signal's reason.
 */
export function createFewAtOnce(most: number): FewAtOnce {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work, signal) => {
    signal?.throwIfAborted();
    // Whoever leaves hands over the place, so `running` does not change.
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
