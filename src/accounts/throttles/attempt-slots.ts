import { Mutex } from 'async-mutex';
import { failures } from '../../kit/api/failures/api-error.ts';

const retryAfterSeconds = 2;

/**
 * Runs work of one key sequentially, and work of different keys side by side. Throws 503 where
 * `mostWaiting` of a key wait already.
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

type Slots = { taken: number; freed: () => void };

/** Failures that a key has left; throws where it has none. */
type FailuresLeft = () => Promise<number>;

/**
 * Runs at most `atOnce` attempts of a key at a time, and never more than may still fail: concurrent
 * attempts come to no more failures than sequential ones, while all right ones pass. Throws 503 where
 * `waiting` of a key wait already.
 */
export function createAttemptSlots({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const byKey = new Map<string, Slots>();
  const inTurn = createKeyedMutex(waiting);

  const take = async (key: string, failuresLeft: FailuresLeft): Promise<Slots> => {
    const slots = byKey.get(key) ?? { taken: 0, freed: () => {} };
    for (;;) {
      // Read before the question: an attempt that fails meanwhile is then in both numbers.
      const { taken } = slots;
      if (taken < Math.min(atOnce, await failuresLeft())) break;
      if (slots.taken < taken) continue;
      await new Promise<void>((resolve) => {
        slots.freed = resolve;
      });
    }
    slots.taken += 1;
    byKey.set(key, slots);
    return slots;
  };

  const release = (key: string, slots: Slots): void => {
    slots.taken -= 1;
    if (slots.taken === 0) byKey.delete(key);
    slots.freed();
  };

  return async <T>(key: string, failuresLeft: FailuresLeft, attempt: () => Promise<T>) => {
    const slots = await inTurn(key, () => take(key, failuresLeft));
    try {
      return await attempt();
    } finally {
      release(key, slots);
    }
  };
}
