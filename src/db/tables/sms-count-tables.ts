/** Counts of messages by time; conventions as in `sms-tables.ts`. */
export type SmsCountTables = {
  sms_counts: SmsCountsTable;
  sms_counted: SmsCountedTable;
};

type WaitBucket = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * Messages of an account that were accepted in the quarter of an hour from `begins_at` on, and what became
 * of them by now. Those that are not handed over and have not ended wait, or nobody knows.
 */
export type SmsCountsTable = {
  user_id: number;
  begins_at: number;
  network: string;
  class: string;
  messages: number;
  handed_over: number;
  delivered: number;
  undelivered: number;
  failed: number;
  expired: number;
  cancelled: number;
} & {
  /** Messages by how long they waited to be handed over, and for their receipt. */
  [Column in `handed_${WaitBucket}` | `receipt_${WaitBucket}`]: number;
};

/** Messages of an account up to this id are in `sms_counts`, the others are still to be counted. */
export type SmsCountedTable = {
  user_id: number;
  counted_to: number;
};
