import { createTurns } from './turns.ts';

type Place = { inside: number; wake: () => void };

/** How many failures a key has left; throws where it has none. */
type FailuresLeft = () => Promise<number>;

/**
 * Lets a few attempts of one key run at a time, and never more than may still fail: so that attempts
 * sent together come to no more failures than one after the other, while those that are right all
 * pass. Throws 503 where `waiting` of a key wait already.
 */
export function createPlaces({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const taken = new Map<string, Place>();
  const inTurn = createTurns(waiting);

  const enter = async (key: string, failuresLeft: FailuresLeft): Promise<Place> => {
    const place = taken.get(key) ?? { inside: 0, wake: () => {} };
    for (;;) {
      // Counted before the question: who fails while it is under way is then in both numbers.
      const { inside } = place;
      if (inside < Math.min(atOnce, await failuresLeft())) break;
      if (place.inside < inside) continue;
      await new Promise<void>((resolve) => {
        place.wake = resolve;
      });
    }
    place.inside += 1;
    taken.set(key, place);
    return place;
  };

  const leave = (key: string, place: Place): void => {
    place.inside -= 1;
    if (place.inside === 0) taken.delete(key);
    place.wake();
  };

  return async <T>(key: string, failuresLeft: FailuresLeft, attempt: () => Promise<T>) => {
    const place = await inTurn(key, () => enter(key, failuresLeft));
    try {
      return await attempt();
    } finally {
      leave(key, place);
    }
  };
}
