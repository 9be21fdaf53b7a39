import { awaited } from '../until.ts';

/** Takes arriving items in their order; waits for the next one. */
export type Arrivals<T> = {
  add: (item: T) => void;
  next: () => Promise<T>;
  /** Waits without end for an item that need not come. */
  nextIfAny: () => Promise<T>;
  /** Items that nobody has taken. */
  waiting: () => number;
};

/** @param what arrives, which is said where a test waits for it in vain. */
export function createArrivals<T>(what: string): Arrivals<T> {
  const items: T[] = [];
  const takers: ((item: T) => void)[] = [];
  const nextIfAny = async () =>
    items.length > 0
      ? (items.shift() as T)
      : await new Promise<T>((resolve) => takers.push(resolve));
  return {
    add: (item) => {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    next: () => awaited(what, nextIfAny()),
    nextIfAny,
    waiting: () => items.length,
  };
}
