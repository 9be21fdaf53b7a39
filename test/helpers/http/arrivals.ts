import { awaited } from '../until.ts';

/** What arrives by and by, taken in its order: awaited where it is not there yet. */
export type Arrivals<T> = {
  add: (item: T) => void;
  next: () => Promise<T>;
  /** The same of what need not come: it is waited for without end. */
  nextIfAny: () => Promise<T>;
  /** How many nobody has taken. */
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
