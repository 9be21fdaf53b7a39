import { minuteMs } from '../../kit/time/units.ts';
import { EventRing, type RingLimits } from './event-ring.ts';
import { type LiveEvent, type WrittenEvent, writeEvent } from './events.ts';

type Listener = (event: WrittenEvent) => void;

type Subscription = {
  /** Events that the listener has missed since the one it names; a `reset` where they are unknown. */
  missed: WrittenEvent[];
  /** Id of the newest event, for a listener that has seen none. */
  lastId: string;
  end: () => void;
};

export type Bus = {
  /** True if there is any listener; while there is none, no event need be made. */
  isAwaited: () => boolean;
  /** True if an account has a listener, or had one so recently that it may come back. */
  isListened: (accountId: number) => boolean;
  publish: (accountId: number, event: LiveEvent) => void;
  /** Makes all listeners reload, since an event could not be published. */
  resetAll: () => void;
  /** Drops the kept events of devices for people who may not see them any more. */
  forgetDevices: (deviceIds: readonly number[], accountIds: readonly number[]) => void;
  /** @param lastId the last event that the listener has seen; undefined where it has seen none. */
  subscribe: (accountId: number, listener: Listener, lastId: string | undefined) => Subscription;
  /** Drops the accounts whose listeners did not come back; to be called regularly. */
  sweep: () => void;
};

export type LocalBus = Bus & {
  accounts: () => number[];
};

type BusDeps = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Name of this process, unique for ever; it begins each event's id. */
  epoch: string;
  limits?: RingLimits;
};

type Interest = {
  listeners: Set<Listener>;
  /** Number of the event after which none is missing from the ring. */
  completeFrom: number;
  /** Instant, by `now`, at which the last listener left; null while there is one. */
  leftAt: number | null;
};

const usualLimits: RingLimits = { most: 2000, keptMs: 5 * minuteMs };

/** Most characters of missed events; reloading the present state takes less than a longer list. */
const mostResumed = 100_000;

/**
 * Creates the bus of this process. It keeps an account's events also after its last listener has left, for as
 * long as any event: the one phone that watches a tank loses its network every now and then, and comes back.
 */
export function createBus({ now, epoch, limits = usualLimits }: BusDeps): LocalBus {
  const interests = new Map<number, Interest>();
  const ring = new EventRing(limits, ({ accountId, sequence }) => {
    const interest = interests.get(accountId);
    if (interest) interest.completeFrom = Math.max(interest.completeFrom, sequence);
  });
  let last = 0;
  const idOf = (sequence: number) => `${epoch}-${sequence}`;

  const interestIn = (accountId: number): Interest => {
    const known = interests.get(accountId);
    if (known) return known;
    // A number that no listener has seen: events before it, while nobody listened, had no number.
    last += 1;
    const interest = { listeners: new Set<Listener>(), completeFrom: last, leftAt: null };
    interests.set(accountId, interest);
    return interest;
  };

  const publish: Bus['publish'] = (accountId, event) => {
    const interest = interests.get(accountId);
    if (!interest) return;
    last += 1;
    const written = writeEvent(event, idOf(last));
    ring.add({ sequence: last, at: now(), accountId, deviceId: event.deviceId, written });
    for (const listener of interest.listeners) listener(written);
  };

  const missedSince = (lastId: string, accountId: number, { completeFrom }: Interest) => {
    const seen = readId(lastId, epoch);
    const isKnown = seen !== undefined && seen >= completeFrom && seen <= last;
    const missed = isKnown ? ring.after(seen, accountId) : undefined;
    return missed && lengthOf(missed) <= mostResumed
      ? missed
      : [writeEvent({ type: 'reset', data: {} }, idOf(last))];
  };

  return {
    isAwaited: () => interests.size > 0,
    isListened: (accountId) => interests.has(accountId),
    publish,
    accounts: () => [...interests.keys()],
    resetAll: () => {
      // Listeners that come back get a reset, too, which makes up for all that was missed.
      ring.clear();
      for (const accountId of interests.keys()) publish(accountId, { type: 'reset', data: {} });
    },
    forgetDevices: (deviceIds, accountIds) => {
      // Of others nothing is kept that anybody could come back for.
      const listened = accountIds.filter((accountId) => interests.has(accountId));
      if (listened.length > 0) ring.forgetDevices(new Set(deviceIds), new Set(listened));
    },
    subscribe: (accountId, listener, lastId) => {
      ring.dropOld(now());
      const interest = interestIn(accountId);
      interest.listeners.add(listener);
      interest.leftAt = null;
      return {
        missed: lastId === undefined ? [] : missedSince(lastId, accountId, interest),
        lastId: idOf(last),
        end: () => {
          interest.listeners.delete(listener);
          if (interest.listeners.size === 0) interest.leftAt = now();
        },
      };
    },
    sweep: () => {
      ring.dropOld(now());
      for (const [accountId, { leftAt }] of interests) {
        if (leftAt !== null && leftAt <= now() - limits.keptMs) interests.delete(accountId);
      }
    },
  };
}

const lengthOf = (events: WrittenEvent[]) => events.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the number of an event of this process; undefined for any other id. */
function readId(id: string, epoch: string): number | undefined {
  const number = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : '';
  return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}
