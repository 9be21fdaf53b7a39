import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { systemTimers } from '../../../kit/time/timers.ts';
import type { NoticeListener, Notices } from '../../notices.ts';
import { NoticeFrames, writeFrames } from './notice-frames.ts';

export type NoticeConnection = {
  /** Fails where the connection no longer carries anything. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

export type NoticeWire = {
  /** @param ended called back once when the connection breaks, not when it is closed. */
  connect: (heard: (frame: string) => void, ended: () => void) => Promise<NoticeConnection>;
  /** Sends frames in their order, all or none. */
  send: (frames: string[]) => Promise<void>;
};

/** A silent cut, as of a pulled cable, is detected after both together at the latest. */
const checkEveryMs = 3000;
const deadlineMs = 2000;
const backOffMs = { least: 50, most: 5000 };

/**
 * Most notices that wait while storage is away; beyond these, they become one that says that some were
 * missed.
 */
const mostWaiting = { notices: 5000, characters: 5_000_000 };
const missedChannel = '*';

/** What the parts of the notices of a process share. */
type Life = { log: Logger | undefined; isStopped: boolean };

/** Makes notices that all processes of a database hear of each other, over one connection that each listens by. */
export function createNotices(wire: NoticeWire): Notices {
  const own = randomBytes(9).toString('base64url');
  const life: Life = { log: undefined, isStopped: true };
  const listeners = createListeners(life);
  const outgoing = createOutgoing(wire, own, life);
  const incoming = createIncoming(wire, own, { life, listeners });

  return {
    publish: outgoing.add,
    subscribe: listeners.add,
    areShared: true,
    isConnected: incoming.isConnected,
    start: async (log) => {
      life.log = log;
      life.isStopped = false;
      await incoming.connect();
    },
    stop: async () => {
      life.isStopped = true;
      const last = incoming.leave();
      await withDeadline('telling other processes', deadlineMs, outgoing.idle()).catch(() => {});
      await last?.close();
    },
  };
}

type Listeners = ReturnType<typeof createListeners>;

/** Those who listen in this process; one that fails keeps the others from nothing. */
function createListeners(life: Life) {
  const listeners = new Map<string, Set<NoticeListener<never>>>();
  const guarded = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      life.log?.error({ err: error }, 'a notice could not be taken in');
    }
  };
  return {
    add: (channel: string, listener: NoticeListener<never>): (() => void) => {
      const each = listeners.get(channel) ?? new Set();
      listeners.set(channel, each.add(listener));
      return () => void each.delete(listener);
    },
    announce: (channel: string, payload: unknown): void => {
      // The type of a payload is its publisher's; it has only crossed to this process.
      for (const { received } of listeners.get(channel) ?? []) {
        guarded(() => received(payload as never));
      }
    },
    announceMissed: (): void => {
      for (const each of listeners.values()) for (const { missed } of each) guarded(missed);
    },
  };
}

type IncomingDeps = { life: Life; listeners: Listeners };

/** What other processes say: a connection that is checked, and made again after it was lost. */
function createIncoming(wire: NoticeWire, own: string, { life, listeners }: IncomingDeps) {
  const frames = new NoticeFrames(own);
  let connection: NoticeConnection | undefined;
  let failures = 0;
  let cancelNext = () => {};

  const hear = (frame: string): void => {
    const notices = frames.take(frame);
    if (notices === 'broken') {
      listeners.announceMissed();
      return;
    }
    for (const [channel, payload] of notices) {
      if (channel === missedChannel) listeners.announceMissed();
      listeners.announce(channel, payload);
    }
  };

  const afterFailure = (): void => {
    const wait = backOff(failures);
    failures += 1;
    cancelNext();
    cancelNext = systemTimers.after(wait, () => void connect());
  };

  const lose = (lost: NoticeConnection | undefined): void => {
    if (lost !== connection || life.isStopped) return;
    connection = undefined;
    life.log?.warn('notices of other processes do not arrive; connecting again');
    void lost?.close().catch(() => {});
    afterFailure();
  };

  const connect = async (): Promise<void> => {
    if (life.isStopped) return;
    let made: NoticeConnection | undefined;
    let hasEnded = false;
    try {
      made = await wire.connect(hear, () => {
        hasEnded = true;
        if (made) lose(made);
      });
      if (life.isStopped) return await made.close();
      if (hasEnded) throw new Error('the connection for notices has ended');
    } catch (error) {
      life.log?.warn({ err: error }, 'notices of other processes cannot be listened for');
      return afterFailure();
    }
    connection = made;
    failures = 0;
    frames.clear();
    life.log?.debug('notices of other processes arrive');
    listeners.announceMissed();
    checkLater();
  };

  const checkLater = (): void => {
    cancelNext = systemTimers.after(checkEveryMs, () => void check());
  };
  const check = async (): Promise<void> => {
    const checked = connection;
    if (!checked) return;
    try {
      await withDeadline('the check of the notices', deadlineMs, checked.check());
      if (connection === checked && !life.isStopped) checkLater();
    } catch {
      lose(checked);
    }
  };

  return {
    connect,
    isConnected: () => connection !== undefined,
    /** Hears no more. @returns the connection there was, which is to be closed. */
    leave: (): NoticeConnection | undefined => {
      cancelNext();
      const last = connection;
      connection = undefined;
      return last;
    },
  };
}

/** What this process says: it waits for the sending before, and while storage is away. */
function createOutgoing(wire: NoticeWire, own: string, life: Life) {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let sending: Promise<void> | undefined;
  let sent = 0;

  const dropTooMany = (): void => {
    const { notices, characters } = mostWaiting;
    if (waiting.length <= notices && waitingCharacters <= characters) return;
    waiting = [JSON.stringify([missedChannel, null])];
    waitingCharacters = 0;
  };
  const keep = (notices: string[]): void => {
    waiting = notices;
    waitingCharacters = notices.reduce((sum, { length }) => sum + length, 0);
    dropTooMany();
  };
  /** Sends what waits: all that came within a cycle of the event loop, or during the last sending, together. */
  const sendAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let tries = 0; waiting.length > 0; ) {
      const together = waiting;
      keep([]);
      try {
        sent += 1;
        await wire.send(writeFrames(own, sent, together));
        tries = 0;
      } catch (error) {
        life.log?.warn({ err: error }, 'other processes could not be told');
        keep([...together, ...waiting]);
        if (life.isStopped) return;
        const wait = backOff(tries);
        tries += 1;
        await new Promise<void>((resolve) => systemTimers.after(wait, resolve));
      }
    }
  };

  return {
    add: (channel: string, payload: unknown): void => {
      const notice = JSON.stringify([channel, payload]);
      waiting.push(notice);
      waitingCharacters += notice.length;
      dropTooMany();
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
    },
    /** Resolves when nothing is being sent. */
    idle: async (): Promise<void> => await sending,
  };
}

/** The wait before another try, in milliseconds. */
function backOff(failures: number): number {
  return Math.min(backOffMs.most, backOffMs.least * 2 ** failures);
}
