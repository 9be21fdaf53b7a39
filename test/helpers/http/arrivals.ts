/** What arrives by and by, taken in its order: awaited where it is not there yet. */
export type Arrivals<T> = {
  add: (item: T) => void;
  next: () => Promise<T>;
  /** How many nobody has taken. */
  waiting: () => number;
};

export function createArrivals<T>(): Arrivals<T> {
  const items: T[] = [];
  const takers: ((item: T) => void)[] = [];
  return {
    add: (item) => {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    next: () =>
      new Promise((resolve) => {
        if (items.length > 0) resolve(items.shift() as T);
        else takers.push(resolve);
      }),
    waiting: () => items.length,
  };
}
