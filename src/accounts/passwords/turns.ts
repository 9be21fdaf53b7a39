import { failures } from '../../kit/api/api-error.ts';
import { Mutex } from '../../kit/async/mutex.ts';

const retryAfterSeconds = 2;

/**
 * Runs work of the same key one after the other, and work of different keys side by side.
 * Throws 503 where `mostWaiting` of a key wait already.
 */
export function createTurns(mostWaiting: number) {
  const waiting = new Map<string, { mutex: Mutex; holders: number }>();

  return async <T>(key: string, work: (key: string) => Promise<T>): Promise<T> => {
    const turn = waiting.get(key) ?? { mutex: new Mutex(), holders: 0 };
    if (turn.holders > mostWaiting) {
      throw failures.unavailable(
        'Too many of these are under way; try again shortly.',
        retryAfterSeconds,
      );
    }
    waiting.set(key, turn);
    turn.holders += 1;
    try {
      return await turn.mutex.run(() => work(key));
    } finally {
      turn.holders -= 1;
      if (turn.holders === 0) waiting.delete(key);
    }
  };
}
