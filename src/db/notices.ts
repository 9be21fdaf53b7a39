import type { Logger } from 'pino';

export type NoticeListener<P> = {
  received: (payload: P) => void;
  /** Notices may have been lost: whatever was concluded from their absence has to be dropped. */
  missed: () => void;
};

/** What the processes on one database tell each other; nobody hears of his own notices. */
export type Notices = {
  /** Whether other processes can be on the same database at all. */
  areShared: boolean;
  /**
   * Tells all other processes, in the order of the calls; to be called after the commit it tells of.
   * Costs no waiting; what cannot be told at once is told later, or as something missed.
   * @param payload anything that JSON can say.
   */
  publish: (channel: string, payload: unknown) => void;
  subscribe: <P>(channel: string, listener: NoticeListener<P>) => () => void;
  /** Whether notices of others arrive just now; while they do not, nothing may be kept in memory. */
  isConnected: () => boolean;
  start: (log: Logger) => Promise<void>;
  stop: () => Promise<void>;
};

/** For a database that belongs to one process: there is nobody to tell, and nothing is missed. */
export const noticesOfOneProcess: Notices = {
  areShared: false,
  publish: () => {},
  subscribe: () => () => {},
  isConnected: () => true,
  start: async () => {},
  stop: async () => {},
};
