import { Mutex } from '../kit/mutex.ts';

/** Runs work of the same key one after the other, and work of different keys side by side. */
export function createTurns() {
  const waiting = new Map<string, { mutex: Mutex; holders: number }>();

  return async <T>(key: string, work: (key: string) => Promise<T>): Promise<T> => {
    const turn = waiting.get(key) ?? { mutex: new Mutex(), holders: 0 };
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
