type Waiting<I, O> = {
  item: I;
  resolve: (result: O) => void;
  reject: (error: Error) => void;
};

export type Batcher<I, O> = {
  add: (item: I) => Promise<O>;
  /** Adds items that come together, and do not go out one before the others; resolves once all of them are done. */
  addAll: (items: readonly I[]) => Promise<(O | Error)[]>;
  /** What the items weigh that wait for the next batch. */
  waiting: () => number;
  /** Resolves when all added items are done. */
  idle: () => Promise<void>;
};

type Options<I> = {
  /** Most that a batch weighs, unless its first item alone weighs more. */
  largest?: number;
  weightOf?: (item: I) => number;
  /** Most batches under way at once. */
  abreast?: number;
  /** A batch that holds this many does not wait for the end of the event loop's cycle. */
  eager?: number;
};

/**
 * Items that arrive while a batch is under way go out together in the next one. There is no timer: a batch
 * holds the items of one cycle of the event loop, or of the time of the batch before.
 * @param work does a batch; its results are in the order of the items.
 */
export function createBatcher<I, O>(
  work: (items: I[]) => Promise<(O | Error)[]>,
  { largest = 1000, weightOf = () => 1, abreast = 1, eager = Infinity }: Options<I> = {},
): Batcher<I, O> {
  const queue: Waiting<I, O>[] = [];
  /** Of all that is in the queue. */
  let weight = 0;
  let underWay = 0;
  let isScheduled = false;
  let idlers: (() => void)[] = [];

  const enqueue = (waiting: Waiting<I, O>): void => {
    queue.push(waiting);
    weight += weightOf(waiting.item);
  };

  const takeBatch = (): Waiting<I, O>[] => {
    let taken = 0;
    const end = queue.findIndex(({ item }, index) => {
      const next = weightOf(item);
      if (index > 0 && taken + next > largest) return true;
      taken += next;
      return false;
    });
    weight -= taken;
    return queue.splice(0, end < 0 ? queue.length : end);
  };

  const launch = (): void => {
    const batch = takeBatch();
    underWay += 1;
    work(batch.map(({ item }) => item)).then(
      (results) => finish(batch, results),
      (error: Error) =>
        finish(
          batch,
          batch.map(() => error),
        ),
    );
  };

  // The next batch starts before this one's callers go on.
  const finish = (batch: Waiting<I, O>[], results: (O | Error)[]): void => {
    underWay -= 1;
    if (queue.length > 0) launch();
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index] as O | Error;
      if (result instanceof Error) reject(result);
      else resolve(result);
    });
    if (underWay > 0 || queue.length > 0) return;
    for (const idler of idlers) idler();
    idlers = [];
  };

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      while (queue.length > 0 && underWay < abreast) launch();
    });
  };

  const start = (): void => {
    if (underWay >= abreast) return;
    if (queue.length >= eager) launch();
    else schedule();
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        enqueue({ item, resolve, reject });
        start();
      }),
    addAll: async (items) => {
      const results = items.map(
        (item) =>
          new Promise<O | Error>((resolve) => {
            enqueue({ item, resolve, reject: resolve });
          }),
      );
      start();
      return await Promise.all(results);
    },
    waiting: () => weight,
    idle: () => {
      if (underWay === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => idlers.push(resolve));
    },
  };
}

/** Several batchers side by side, one for each key. */
export type KeyedBatchers<K, I, O> = Omit<Batcher<I, O>, 'add' | 'addAll'> & {
  add: (key: K, item: I) => Promise<O>;
  addAll: (key: K, items: readonly I[]) => Promise<(O | Error)[]>;
};

/** @param make makes the batcher of a key, which is kept from then on. */
export function createKeyedBatchers<K, I, O>(
  make: (key: K) => Batcher<I, O>,
): KeyedBatchers<K, I, O> {
  const batchers = new Map<K, Batcher<I, O>>();
  const batcherOf = (key: K): Batcher<I, O> => {
    const batcher = batchers.get(key) ?? make(key);
    batchers.set(key, batcher);
    return batcher;
  };
  return {
    add: (key, item) => batcherOf(key).add(item),
    addAll: (key, items) => batcherOf(key).addAll(items),
    waiting: () => {
      let sum = 0;
      for (const batcher of batchers.values()) sum += batcher.waiting();
      return sum;
    },
    idle: async () => void (await Promise.all([...batchers.values()].map((each) => each.idle()))),
  };
}
