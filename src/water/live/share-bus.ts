import type { Notices } from '../../db/notices.ts';
import type { Component } from '../../kit/async/components.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Bus, LocalBus } from './bus.ts';
import type { LiveEvent } from './events.ts';
import { InterestTable } from './interest-table.ts';

type ShareDeps = {
  notices: Notices;
  timers: Timers;
  /** Name of this process, unique for ever. */
  name: string;
};

/** Announcement of the accounts that a process has listeners for: all of them, some more, or its end. */
type Announcement = {
  from: string;
  says: 'all' | 'more' | 'end';
  accounts: number[];
  /** Set if the others are to announce all of theirs: the sender knows none of them yet. */
  asks?: boolean;
};

const channels = { interest: 'live-interest', events: 'live-events', reset: 'live-reset' };

/**
 * Interval in which a process announces all of its accounts, and the silence after which it counts as gone.
 */
const beatMs = 30_000;
const lifeMs = 3 * beatMs;

/**
 * Shares events between the listeners of all processes. Only events of accounts that another process has
 * listeners for are sent there; it numbers them itself.
 *
 * Events from before a process knew of a listener elsewhere were not sent there, so it makes the listeners of
 * an account reload when it first hears of one. A process makes its own listeners reload when notices were
 * lost, and when another process has gone, whose last events may not have been sent.
 */
export function shareBus(
  local: LocalBus,
  { notices, timers, name }: ShareDeps,
): { bus: Bus; component: Component } {
  const elsewhere = new InterestTable(lifeMs);
  let cancelBeat = () => {};

  const announce = (announcement: Omit<Announcement, 'from'>): void =>
    notices.publish(channels.interest, { from: name, ...announcement });
  const announceAll = (asks = false): void => {
    // While it receives nothing, announcing is pointless; once it receives again, all announce anew.
    if (notices.isConnected()) announce({ says: 'all', accounts: local.accounts(), asks });
  };

  const hear = ({ from, says, accounts, asks }: Announcement): void => {
    if (says === 'end') {
      elsewhere.remove(from);
      local.resetAll();
      return;
    }
    const now = timers.now();
    const heard =
      says === 'all' ? elsewhere.replace(from, accounts, now) : elsewhere.add(from, accounts, now);
    for (const accountId of heard) forward(accountId, { type: 'reset', data: {} });
    if (asks) announceAll();
  };

  const forward = (accountId: number, event: LiveEvent): void =>
    notices.publish(channels.events, [accountId, event]);

  notices.subscribe<Announcement>(channels.interest, {
    received: hear,
    missed: () => {
      elsewhere.renew(timers.now());
      announceAll(true);
    },
  });
  notices.subscribe<[accountId: number, event: LiveEvent]>(channels.events, {
    received: ([accountId, event]) => local.publish(accountId, event),
    missed: () => {},
  });
  notices.subscribe(channels.reset, { received: local.resetAll, missed: local.resetAll });

  const beat = (): void => {
    cancelBeat = timers.after(beatMs, beat);
    // While disconnected it receives nothing, so no process expires.
    if (notices.isConnected() && elsewhere.expire(timers.now())) local.resetAll();
    announceAll();
  };

  const bus: Bus = {
    ...local,
    isAwaited: () => local.isAwaited() || !elsewhere.isEmpty,
    isListened: (accountId) => local.isListened(accountId) || elsewhere.has(accountId),
    publish: (accountId, event) => {
      local.publish(accountId, event);
      if (elsewhere.has(accountId)) forward(accountId, event);
    },
    resetAll: () => {
      local.resetAll();
      notices.publish(channels.reset, null);
    },
    subscribe: (accountId, listener, lastId) => {
      const isFirst = !local.isListened(accountId);
      const subscription = local.subscribe(accountId, listener, lastId);
      if (isFirst) announce({ says: 'more', accounts: [accountId] });
      return subscription;
    },
  };

  const component: Component = {
    name: 'live events of other processes',
    start: async () => {
      cancelBeat = timers.after(beatMs, beat);
      announceAll(true);
    },
    stop: async () => {
      cancelBeat();
      announce({ says: 'end', accounts: [] });
    },
  };
  return { bus, component };
}
