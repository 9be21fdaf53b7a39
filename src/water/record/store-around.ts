import { countOf } from '../../kit/text/count-of.ts';
import { BlockedError, isAboutOneRow, isBlocked } from './row-failures.ts';

/**
 * How long a statement waits for a row that somebody else holds: `patient` two seconds, `hasty` hardly
 * at all, as an earlier try has waited already.
 */
export type Patience = 'patient' | 'hasty';

type StoreDeps<I, R> = {
  /** Stores all or nothing. */
  store: (items: I[], patience: Patience) => Promise<R[]>;
  /**
   * Stores an item without those of its rows that are at fault.
   * @param error why it could not be stored whole.
   * @returns undefined where nothing else is left of it.
   */
  storeWithoutFaults: (item: I, error: unknown) => Promise<R | undefined>;
  /** The devices whose rows an item writes, its sender first. */
  devicesOf: (item: I) => number[];
  /** Which of these devices somebody else's transaction blocks, found without waiting; absent where nobody else writes. */
  findBlocked: ((ids: number[]) => Promise<number[]>) | undefined;
  /** What is answered for items that were not stored. */
  fail: (items: I[], error: unknown) => R[];
  /** Called once with each device that is found to be blocked. */
  foundBlocked: (ids: number[]) => void;
  /** The tick of now. */
  tick: () => number;
};

/** How long a blocked device is left alone before it is tried again. */
const leftAloneMs = 1000;
/** A blocked device that nobody has tried for so long is forgotten. */
const forgottenAfterMs = 60_000;
/** Longest search for what is blocked; devices whose readings are not stored by then are to send them again. */
const longestSearchMs = 5000;

/**
 * Stores batches around what cannot be stored. A row at fault fails alone, found by halves. Where a
 * batch has waited too long for a row that somebody else's transaction holds, its device is looked for,
 * and what writes rows of it fails alone, too; while it is blocked it comes into no other device's batch, and is tried once a second.
 */
export function createStoreAround<I, R>(deps: StoreDeps<I, R>) {
  const { store, storeWithoutFaults, devicesOf, findBlocked, fail, foundBlocked, tick } = deps;
  /** The tick from which on each device that somebody else's transaction blocks may be tried again. */
  const blocked = new Map<number, number>();

  const noteBlocked = (ids: number[]): void => {
    const time = tick();
    for (const [id, until] of blocked) if (until + forgottenAfterMs < time) blocked.delete(id);
    const found = ids.filter((id) => !blocked.has(id));
    for (const id of ids) blocked.set(id, time + leftAloneMs);
    if (found.length > 0) foundBlocked(found);
  };
  const idsOf = (items: I[]): number[] => [...new Set(items.flatMap(devicesOf))];
  const refusal = (items: I[]) => {
    const { length } = idsOf(items).filter((id) => blocked.has(id));
    return new BlockedError(
      `somebody else's transaction holds ${countOf(length, 'device')} of the batch`,
    );
  };
  /** The tick from which on all that an item writes may be tried; undefined where none of it is blocked. */
  const dueAt = (item: I): number | undefined => {
    const times = devicesOf(item).flatMap((id) => blocked.get(id) ?? []);
    return times.length > 0 ? Math.max(...times) : undefined;
  };

  /** @param failure of all of them at once, where that was tried. */
  const storeInParts = async (items: I[], failure?: { error: unknown }): Promise<R[]> => {
    const results = new Map<I, R>();
    const settle = (some: I[], their: R[]): void => {
      some.forEach((item, index) => {
        results.set(item, their[index] as R);
      });
    };
    const refuse = (some: I[], error: unknown): void => {
      if (some.length > 0) settle(some, fail(some, error));
    };
    let searchingSince: number | undefined;

    const tryEach = async (parts: I[][], patience: Patience): Promise<void> => {
      for (const part of parts) await tryAll(part, patience);
    };
    const tryAll = async (some: I[], patience: Patience): Promise<void> => {
      if (some.length === 0) return;
      try {
        settle(some, await store(some, patience));
        if (blocked.size > 0) for (const id of idsOf(some)) blocked.delete(id);
      } catch (error) {
        await goOnAfter(error, some, patience);
      }
    };
    const goOnAfter = async (error: unknown, some: I[], patience: Patience): Promise<void> => {
      if (isBlocked(error)) await tryAround(some, error);
      else if (!isAboutOneRow(error)) refuse(some, error);
      else if (some.length > 1) await tryEach(halves(some), patience);
      else await tryWithoutFaults(some, error);
    };
    const tryWithoutFaults = async (some: I[], error: unknown): Promise<void> => {
      const [item] = some;
      if (item === undefined) return;
      try {
        const result = await storeWithoutFaults(item, error);
        if (result === undefined) refuse(some, error);
        else settle(some, [result]);
      } catch (later) {
        refuse(some, later);
      }
    };
    /** Leaves out what is seen to be blocked; where nothing is, it is in one of the halves. */
    const tryAround = async (some: I[], error: unknown): Promise<void> => {
      searchingSince ??= tick();
      if (tick() - searchingSince > longestSearchMs) return refuse(some, error);
      const [free, apart] = await divide(some).catch(() => [[], some]);
      refuse(apart, error);
      if (apart.length > 0) await tryAll(free, 'hasty');
      else await tryEach(halvesBySender(some, devicesOf), 'hasty');
    };
    /** Those of no blocked device, and the others. */
    const divide = async (some: I[]): Promise<[I[], I[]]> => {
      const ids = idsOf(some);
      const theirs = new Set(ids.length > 1 && findBlocked ? await findBlocked(ids) : ids);
      // Which of its devices is blocked cannot be seen, so its sender's counts for it: nobody else is to wait.
      if (theirs.size === 0 && some.length === 1) for (const id of ids.slice(0, 1)) theirs.add(id);
      noteBlocked([...theirs]);
      return splitBy(some, (item) => !devicesOf(item).some((id) => theirs.has(id)));
    };

    if (failure) {
      await goOnAfter(failure.error, items, 'patient');
    } else {
      const [free, known] = splitBy(items, (item) => dueAt(item) === undefined);
      const [due, early] = splitBy(known, (item) => (dueAt(item) ?? 0) <= tick());
      refuse(early, refusal(early));
      await tryAll(free, 'patient');
      await tryAll(due, 'hasty');
    }
    return items.map((item) => results.get(item) as R);
  };

  return async (items: I[]): Promise<R[]> => {
    if (blocked.size > 0) return await storeInParts(items);
    try {
      return await store(items, 'patient');
    } catch (error) {
      return await storeInParts(items, { error });
    }
  };
}

function splitBy<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function halves<T>(items: T[]): [T[], T[]] {
  const middle = items.length >> 1;
  return [items.slice(0, middle), items.slice(middle)];
}

/** Halves with all items of a sender in one of them, where there are several senders. */
function halvesBySender<T>(items: T[], devicesOf: (item: T) => number[]): [T[], T[]] {
  const senderOf = (item: T) => devicesOf(item)[0];
  const senders = new Set(items.map(senderOf));
  if (senders.size === 1) return halves(items);
  const first = new Set([...senders].slice(0, senders.size >> 1));
  return splitBy(items, (item) => first.has(senderOf(item)));
}
