import type { Logger } from 'pino';

export type NoticeListener<P> = {
  received: (payload: P) => void;
  /** Called back when notices may have been lost: what was concluded from their absence is to be dropped. */
  missed: () => void;
};

/** Notices between the processes on one database; no process receives its own. */
export type Notices = {
  /** Set if other processes can be on the same database. */
  areShared: boolean;
  /**
   * Publishes to all other processes, in the order of the calls; to be called after the commit that it is
   * about. It does not wait: a notice that cannot be sent at once is sent later, or reported as missed.
   * @param payload anything that JSON can say.
   */
  publish: (channel: string, payload: unknown) => void;
  subscribe: <P>(channel: string, listener: NoticeListener<P>) => () => void;
  /** True while notices of others arrive; while they do not, nothing may be cached. */
  isConnected: () => boolean;
  start: (log: Logger) => Promise<void>;
  stop: () => Promise<void>;
};

/** For a database of one process: nobody else is there, and nothing is missed. */
export const noticesOfOneProcess: Notices = {
  areShared: false,
  publish: () => {},
  subscribe: () => () => {},
  isConnected: () => true,
  start: async () => {},
  stop: async () => {},
};
