import { failures } from '../kit/api-error.ts';

const retryAfterSeconds = 2;

/**
 * Runs at most `atOnce` pieces of work and keeps `waiting` more in the order of asking.
 * @throws 503 for what comes beyond that.
 */
export function createQueue(atOnce: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        throw failures.unavailable(
          'Too many people are signing in at this moment; try again shortly.',
          retryAfterSeconds,
        );
      }
      // Whoever leaves hands over the place, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
