import type { Ages } from '../counts/old-messages.ts';

type Table = 'sms_messages' | 'sms_inbound';

/** The parameters of one kind of work of a round. */
export type Pass = Ages & {
  count: (table: Table, rows: number) => void;
  /** Leaves the writer to others for as long as the work since `start` took. */
  pauseSince: (start: number) => Promise<void>;
  now: () => number;
  signal: AbortSignal;
};
