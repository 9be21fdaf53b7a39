import { createKeyedMutex } from './keyed-mutex.ts';

type Slots = { taken: number; freed: () => void };

/** How many failures a key has left; throws where it has none. */
type FailuresLeft = () => Promise<number>;

/**
 * Runs at most `atOnce` attempts of a key at a time, and never more than may still fail: attempts sent
 * together come to no more failures than one after the other, while all that are right pass.
 * Throws 503 where `waiting` of a key wait already.
 */
export function createAttemptSlots({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const byKey = new Map<string, Slots>();
  const inTurn = createKeyedMutex(waiting);

  const take = async (key: string, failuresLeft: FailuresLeft): Promise<Slots> => {
    const slots = byKey.get(key) ?? { taken: 0, freed: () => {} };
    for (;;) {
      // Counted before the question: an attempt that fails meanwhile is then in both numbers.
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
