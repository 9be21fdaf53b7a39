import { minuteMs } from '../../kit/time/units.ts';
import { EventRing, type RingLimits } from './event-ring.ts';
import { type LiveEvent, type WrittenEvent, writeEvent } from './events.ts';

type Listener = (event: WrittenEvent) => void;

type Subscription = {
  /** What the listener has missed since the event that it names; `reset` where nobody knows any more. */
  missed: WrittenEvent[];
  /** Where the order of events now is, for a listener that has seen none. */
  lastId: string;
  end: () => void;
};

/** Carries events to whoever listens for an account. */
export type Bus = {
  /** Whether anybody listens at all; nothing is worth any work while this is false. */
  isAwaited: () => boolean;
  /** Whether anybody listens for an account, or has gone so lately that they may come back. */
  isListened: (accountId: number) => boolean;
  publish: (accountId: number, event: LiveEvent) => void;
  /** Tells everybody to reload, since something that happened could not be told. */
  resetAll: () => void;
  /** Forgets what there was of a device for a person who may not see it any more. */
  forgetDevice: (deviceId: number, accountId: number) => void;
  /** @param lastId the last event that the listener has seen; undefined where it has seen none. */
  subscribe: (accountId: number, listener: Listener, lastId: string | undefined) => Subscription;
  /** Lets go of what nobody came back for; to be called now and then. */
  sweep: () => void;
};

/** What a process knows of its own listeners. */
export type LocalBus = Bus & {
  /** The accounts for which `isListened`. */
  accounts: () => number[];
};

type BusDeps = {
  /** Milliseconds that only ever go forward. */
  now: () => number;
  /** Names this process among all that there were and are; part of each event's id. */
  epoch: string;
  limits?: RingLimits;
};

/** An account that somebody listens for. */
type Interest = {
  listeners: Set<Listener>;
  /** Of the events after this number none is missing from the ring. */
  completeFrom: number;
  /** When the last listener left, as `now` says it; null while there is one. */
  leftAt: number | null;
};

const usualLimits: RingLimits = { most: 2000, keptMs: 5 * minuteMs };

/** Characters; to load the present state anew is then less than all that led to it. */
const mostResumed = 100_000;

/**
 * Keeps the events of an account also for as long after its last listener has left as it would keep
 * an event: the one phone that watches a tank loses its network every now and then, and comes back.
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
    // A number that nobody has seen: what happened before, while nobody listened, had none.
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
      // Who comes back is told to reload, which makes up for all that was before.
      ring.clear();
      for (const accountId of interests.keys()) publish(accountId, { type: 'reset', data: {} });
    },
    forgetDevice: (deviceId, accountId) => ring.forgetDevice(deviceId, accountId),
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

/** The number of an event of this process; undefined for what is none. */
function readId(id: string, epoch: string): number | undefined {
  const number = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : '';
  return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}
