import type { TakenPart } from './batch-items.ts';
import type { NewReading, SignedMessage } from './reading.ts';
import { isAboutOneRow } from './row-failures.ts';

type FaultDeps = {
  /** Looks whether a message could be stored, without storing it. @throws where it could not. */
  attempt: (message: SignedMessage) => Promise<unknown>;
  store: (message: SignedMessage) => Promise<TakenPart | Error>;
  /** What is answered for readings that were not stored. */
  fail: (readings: NewReading[], error: unknown) => Error[];
  /** The tick of now. */
  tick: () => number;
};

const searchEnded = () => new Error('the search for the row at fault took too long');

/** Longest search for what is at fault; what was not looked at by then is not stored. */
const longestSearchMs = 5000;

/**
 * Stores a signed message that one row keeps from being stored: what is at fault is found by halves, and the others go
 * with the counter in one commit. Those that were at fault are tried again when the message comes again.
 * @param error why it could not be stored whole.
 * @returns undefined where none of its readings could be stored.
 */
export async function storeWithoutFaults(
  { attempt, store, fail, tick }: FaultDeps,
  message: SignedMessage,
  error: unknown,
): Promise<TakenPart | Error | undefined> {
  const begun = tick();
  const isGood = async (readings: NewReading[]): Promise<boolean> => {
    try {
      await attempt({ ...message, readings });
      return true;
    } catch (failure) {
      if (isAboutOneRow(failure)) return false;
      throw failure;
    }
  };
  const unsearched = new Set<NewReading>();
  const find = async (some: NewReading[]): Promise<NewReading[]> => {
    const middle = some.length >> 1;
    if (middle === 0) return some;
    if (tick() - begun > longestSearchMs) {
      for (const reading of some) unsearched.add(reading);
      return some;
    }
    const found: NewReading[] = [];
    for (const half of [some.slice(0, middle), some.slice(middle)]) {
      if (!(await isGood(half))) found.push(...(await find(half)));
    }
    return found;
  };
  // A device at fault with many readings is found at once where they stand together.
  const faulty = await find(message.readings.toSorted((a, b) => a.deviceId - b.deviceId));
  const isFaulty = new Set(faulty);
  const readings = message.readings.filter((reading) => !isFaulty.has(reading));
  if (readings.length === 0 && unsearched.size === 0) return undefined;
  if (readings.length === 0) throw searchEnded();
  const taken = await store({ ...message, readings });
  if (taken instanceof Error || !('at' in taken.outcome)) return taken;
  const failures = new Map<NewReading, Error | undefined>();
  const tell = (some: NewReading[], why: unknown): void => {
    if (some.length === 0) return;
    const errors = fail(some, why);
    for (const [index, reading] of some.entries()) failures.set(reading, errors[index]);
  };
  tell(
    faulty.filter((reading) => !unsearched.has(reading)),
    error,
  );
  // Whether these are at fault is not known, so it is not theirs for good.
  tell([...unsearched], searchEnded());
  const stored = taken.recorded.values();
  const recorded = message.readings.map(
    (reading) => failures.get(reading) ?? (stored.next().value as TakenPart['recorded'][number]),
  );
  return { outcome: taken.outcome, recorded };
}
