import pLimit from 'p-limit';

/** Runs work when a place is free, in the order of asking. */
export type FewAtOnce = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most so many pieces of work at once. One whose signal is aborted before its start fails with its reason. */
export function createFewAtOnce(most: number): FewAtOnce {
  const limit = pLimit(most);
  return async (work, signal) => {
    signal?.throwIfAborted();
    return await limit(async () => {
      signal?.throwIfAborted();
      return await work();
    });
  };
}
