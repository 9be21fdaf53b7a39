export type Failed<T> = { item: T; error: unknown };

/**
 * Does something with each of some, one after another, until it is to stop. One with which it fails does
 * not keep the others waiting; where the next ones cannot even be read, all is over.
 * @returns those with which it failed: see `throwFailures`.
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

/** @throws AggregateError with what failed, if anything did. */
export function throwFailures(failed: readonly Failed<unknown>[], message: string): void {
  if (failed.length === 0) return;
  throw new AggregateError(
    failed.map(({ error }) => error),
    message,
  );
}
