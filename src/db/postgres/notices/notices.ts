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

export function createNotices(wire: NoticeWire): Notices {
  const own = randomBytes(9).toString('base64url');
  const listeners = new Map<string, Set<NoticeListener<never>>>();
  let log: Logger | undefined;
  let connection: NoticeConnection | undefined;
  let isStopped = true;
  let failures = 0;
  let cancelNext = () => {};

  let waiting: string[] = [];
  let waitingCharacters = 0;
  let sending: Promise<void> | undefined;
  let sent = 0;

  const announceMissed = (): void => {
    for (const each of listeners.values()) for (const { missed } of each) guarded(missed);
  };
  const guarded = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      log?.error({ err: error }, 'a notice could not be taken in');
    }
  };

  const frames = new NoticeFrames(own);
  const hear = (frame: string): void => {
    const notices = frames.take(frame);
    if (notices === 'broken') {
      announceMissed();
      return;
    }
    for (const [channel, payload] of notices) {
      if (channel === missedChannel) announceMissed();
      // The type of a payload is its publisher's; it has only crossed to this process.
      for (const { received } of listeners.get(channel) ?? []) {
        guarded(() => received(payload as never));
      }
    }
  };

  const afterFailure = (): void => {
    const wait = Math.min(backOffMs.most, backOffMs.least * 2 ** failures);
    failures += 1;
    cancelNext();
    cancelNext = systemTimers.after(wait, () => void connect());
  };

  const lose = (lost: NoticeConnection | undefined): void => {
    if (lost !== connection || isStopped) return;
    connection = undefined;
    log?.warn('notices of other processes do not arrive; connecting again');
    void lost?.close().catch(() => {});
    afterFailure();
  };

  const connect = async (): Promise<void> => {
    if (isStopped) return;
    let made: NoticeConnection | undefined;
    let hasEnded = false;
    try {
      made = await wire.connect(hear, () => {
        hasEnded = true;
        if (made) lose(made);
      });
      if (isStopped) return await made.close();
      if (hasEnded) throw new Error('the connection for notices has ended');
    } catch (error) {
      log?.warn({ err: error }, 'notices of other processes cannot be listened for');
      return afterFailure();
    }
    connection = made;
    failures = 0;
    frames.clear();
    log?.debug('notices of other processes arrive');
    announceMissed();
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
      if (connection === checked && !isStopped) checkLater();
    } catch {
      lose(checked);
    }
  };

  /** Sends what waits, all that came within a tick or during the last sending together. */
  const sendAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let tries = 0; waiting.length > 0; ) {
      const batch = waiting;
      keep([]);
      try {
        sent += 1;
        await wire.send(writeFrames(own, sent, batch));
        tries = 0;
      } catch (error) {
        log?.warn({ err: error }, 'other processes could not be told');
        keep([...batch, ...waiting]);
        if (isStopped) return;
        const wait = Math.min(backOffMs.most, backOffMs.least * 2 ** tries);
        tries += 1;
        await new Promise<void>((resolve) => systemTimers.after(wait, resolve));
      }
    }
  };
  const keep = (notices: string[]): void => {
    waiting = notices;
    waitingCharacters = notices.reduce((sum, { length }) => sum + length, 0);
    dropTooMany();
  };
  const dropTooMany = (): void => {
    const { notices, characters } = mostWaiting;
    if (waiting.length <= notices && waitingCharacters <= characters) return;
    waiting = [JSON.stringify([missedChannel, null])];
    waitingCharacters = 0;
  };

  return {
    publish: (channel, payload) => {
      const notice = JSON.stringify([channel, payload]);
      waiting.push(notice);
      waitingCharacters += notice.length;
      dropTooMany();
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
    },
    subscribe: (channel, listener) => {
      const each = listeners.get(channel) ?? new Set();
      listeners.set(channel, each.add(listener));
      return () => void each.delete(listener);
    },
    areShared: true,
    isConnected: () => connection !== undefined,
    start: async (logger) => {
      log = logger;
      isStopped = false;
      await connect();
    },
    stop: async () => {
      isStopped = true;
      cancelNext();
      const last = connection;
      connection = undefined;
      await withDeadline('telling other processes', deadlineMs, sending ?? Promise.resolve()).catch(
        () => {},
      );
      await last?.close();
    },
  };
}
