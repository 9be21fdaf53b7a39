export type Failed<T> = { item: T; error: unknown };

/**
 * Does work for each item, one after another, until it is to stop. A failure does not keep the other items
 * waiting; if the next items cannot even be read, all is over.
 * @returns the items that failed: see `throwFailures`.
 */
export async function tryEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<Failed<T>[]> {
  const failed: Failed<T>[] = [];
  for await (const item of items) {
    if (signal.aborted) break;
    try {
      await work(item);
    } catch (error) {
      failed.push({ item, error });
    }
  }
  return failed;
}

/**
 * Does work for a few items at once.
 * @param putOff called with an item that failed, so that it keeps no others waiting in the next round.
 * @returns the items that failed, or could not be put off either.
 */
export async function tryAllAtOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  putOff: (item: T) => Promise<void>,
): Promise<Failed<T>[]> {
  const failed: Failed<T>[] = [];
  const noteFailures = async (item: T, doing: (item: T) => Promise<void>): Promise<boolean> => {
    try {
      await doing(item);
      return true;
    } catch (error) {
      failed.push({ item, error });
      return false;
    }
  };
  await Promise.all(
    items.map(async (item) => (await noteFailures(item, work)) || noteFailures(item, putOff)),
  );
  return failed;
}

/** @throws AggregateError with the failures, if there are any. */
export function throwFailures(failed: readonly Failed<unknown>[], message: string): void {
  if (failed.length === 0) return;
  throw new AggregateError(
    failed.map(({ error }) => error),
    message,
  );
}
