import { Mutex } from 'async-mutex';
import { failures } from '../../kit/api/failures/api-error.ts';

const retryAfterSeconds = 2;

/**
 * Runs work of one key one after the other, and work of different keys side by side.
 * Throws 503 where `mostWaiting` of a key wait already.
 */
export function createKeyedMutex(mostWaiting: number) {
  const entries = new Map<string, { mutex: Mutex; holders: number }>();

  return async <T>(key: string, work: (key: string) => Promise<T>): Promise<T> => {
    const entry = entries.get(key) ?? { mutex: new Mutex(), holders: 0 };
    if (entry.holders > mostWaiting) {
      throw failures.unavailable(
        'Too many of these are under way; try again shortly.',
        retryAfterSeconds,
      );
    }
    entries.set(key, entry);
    entry.holders += 1;
    try {
      return await entry.mutex.runExclusive(() => work(key));
    } finally {
      entry.holders -= 1;
      if (entry.holders === 0) entries.delete(key);
    }
  };
}
