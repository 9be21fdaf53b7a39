type Waiting<I, O> = {
  item: I;
  resolve: (result: O) => void;
  reject: (error: Error) => void;
};

export type Batcher<I, O> = {
  add: (item: I) => Promise<O>;
  /** How many wait for the next batch. */
  waiting: () => number;
  /** Resolves when all that was added is done. */
  idle: () => Promise<void>;
};

type Options<I> = {
  /** Most items of one batch. */
  largest?: number;
  /** Most batches that are under way at once. */
  abreast?: number;
  /** A batch that holds this many does not wait for the turn of the event loop to end. */
  eager?: number;
  /** A batch holds items of one key only, those of the first that waits; without it, any items. */
  keyOf?: (item: I) => unknown;
};

/**
 * Items that arrive while a batch is under way go out together in the next one. There is no timer: a
 * batch holds what one turn of the event loop, or the batch before, left behind.
 * @param work does a batch; its results are in the order of the items.
 */
export function createBatcher<I, O>(
  work: (items: I[]) => Promise<(O | Error)[]>,
  { largest = 1000, abreast = 1, eager = Number.POSITIVE_INFINITY, keyOf }: Options<I> = {},
): Batcher<I, O> {
  let queue: Waiting<I, O>[] = [];
  let underWay = 0;
  let isScheduled = false;
  let idlers: (() => void)[] = [];

  const takeBatch = (): Waiting<I, O>[] => {
    if (!keyOf) return queue.splice(0, largest);
    const [first] = queue;
    const key = first && keyOf(first.item);
    const batch: Waiting<I, O>[] = [];
    const rest: Waiting<I, O>[] = [];
    for (const each of queue) {
      const fits = batch.length < largest && keyOf(each.item) === key;
      (fits ? batch : rest).push(each);
    }
    queue = rest;
    return batch;
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

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (underWay >= abreast) return;
        if (queue.length >= eager) launch();
        else schedule();
      }),
    waiting: () => queue.length,
    idle: () => {
      if (underWay === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => idlers.push(resolve));
    },
  };
}

/** Several batchers side by side, over which items are spread by a number that each has. */
export type PartitionedBatcher<I, O> = Omit<Batcher<I, O>, 'add'> & {
  /** Items with the same number wait for each other. */
  add: (number: number, item: I) => Promise<O>;
};

export function createPartitions<I, O>(
  count: number,
  make: () => Batcher<I, O>,
): PartitionedBatcher<I, O> {
  const first = make();
  const partitions = [first, ...Array.from({ length: count - 1 }, make)];
  return {
    add: (number, item) => (partitions[number % partitions.length] ?? first).add(item),
    waiting: () => partitions.reduce((sum, each) => sum + each.waiting(), 0),
    idle: async () => void (await Promise.all(partitions.map((each) => each.idle()))),
  };
}
