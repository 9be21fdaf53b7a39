import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';
import type { SmsCountTables } from './sms-count-tables.ts';
import type { SmsEventTables } from './sms-event-tables.ts';
import type { SmsProviderTables } from './sms-provider-tables.ts';

/**
 * Tables of the SMS service; conventions as in `tables.ts`, with `user_id` as the column that rows are
 * spread by.
 */
export type SmsTables = SmsProviderTables &
  SmsEventTables &
  SmsCountTables & {
    sms_accounts: SmsAccountsTable;
    sms_ledger: SmsLedgerTable;
    sms_forgotten: SmsForgottenTable;
    sms_keys: SmsKeysTable;
    sms_key_windows: SmsKeyWindowsTable;
    sms_trial_windows: SmsTrialWindowsTable;
    sms_groups: SmsGroupsTable;
    sms_contacts: SmsContactsTable;
    sms_opt_outs: SmsOptOutsTable;
    sms_jobs: SmsJobsTable;
    sms_rejections: SmsRejectionsTable;
    sms_messages: SmsMessagesTable;
    sms_idempotency: SmsIdempotencyTable;
    sms_senders: SmsSendersTable;
  };

/** An account's credits and settings; its balance is `quota - used`, never below 0. */
export type SmsAccountsTable = {
  user_id: number;
  quota: number;
  /** Refunds taken off. */
  used: number;
  /** Quiet hours for promotional messages: minutes after midnight in the account's time zone; both or neither. */
  quiet_from: number | null;
  quiet_until: number | null;
  created_at: number;
  /** Set if it was given nothing yet but what every account begins with. */
  is_trial: Generated<Flag>;
  /** Class of messages that name none. */
  default_class: Generated<string>;
  /** Default of `smart_encoding` of a message. */
  smart_encoding: Generated<Flag>;
  /** Instant since when nothing of it is sent, and why; both or neither. */
  suspended_at: number | null;
  suspended_reason: string | null;
  /** Balance at or below which the account is told that it runs low; null for never. */
  low_balance: number | null;
  /** Set from the crossing of that balance until a top-up, or until refunds have lifted it well above. */
  is_low: Generated<Flag>;
  /** Set while a crossing is still to be told. */
  low_untold: Generated<Flag>;
  /** The balance at the last crossing. */
  low_at: number | null;
};

/** Append-only. `credits` is signed as it changes the balance. */
export type SmsLedgerTable = {
  id: Generated<number>;
  user_id: number;
  /** `grant`, `reversal` of one, `charge` or `refund`. */
  kind: string;
  credits: number;
  /** A single send's charge and every refund name a message; a bulk charge names its job. */
  message_id: number | null;
  job_id: number | null;
  note: string | null;
  created_at: number;
};

/** Cost of an account's deleted messages, whose entries the ledger keeps. */
export type SmsForgottenTable = {
  user_id: number;
  /** Credits that they were charged with, and how many of these were given back. */
  charged: number;
  refunded: number;
  /** Single messages up to this id have lost their texts. */
  redacted_to: number;
};

export type SmsKeysTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  prefix: string;
  key_hash: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};

/** Requests with a key in the minute that began at `started_at`. On PostgreSQL only. */
export type SmsKeyWindowsTable = {
  /** Below 0 it is no key's: the negative of an account's id, for messages of its owner. */
  key_id: number;
  started_at: number;
  count: number;
};

/** Accounts of a network that got trial credits in the day that began at `started_at`. */
export type SmsTrialWindowsTable = {
  /** Hash of it: the row does not say who came from where. */
  network_key: string;
  started_at: number;
  count: number;
};

export type SmsGroupsTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  created_at: number;
};

export type SmsContactsTable = {
  id: Generated<number>;
  user_id: number;
  group_id: number;
  /** `254XXXXXXXXX`. */
  phone: string;
  name: string | null;
  created_at: number;
};

export type SmsOptOutsTable = {
  user_id: number;
  phone: string;
  source: string;
  created_at: number;
};

export type SmsJobsTable = {
  id: Generated<number>;
  user_id: number;
  campaign: string | null;
  class: string;
  /**
   * Text as given, empty where each message was given its own; one with a name in it has its own, too. Null
   * once texts of its age were deleted.
   */
  body: string | null;
  queued: number;
  scheduled_at: number | null;
  created_at: number;
  /** Instant when the last of its messages left the outbox for good. */
  finished_at: number | null;
  /** When it was cancelled: what comes back to the outbox after that ends there. */
  cancelled_at: Generated<number | null>;
  /** The key that it came by; null for the owner's own hand. */
  key_id: number | null;
  /** Entries of its request that were left out. */
  rejected_count: Generated<number>;
};

/** Entries of bulk requests that were left out, for as long as the text of their job is kept. */
export type SmsRejectionsTable = {
  user_id: number;
  job_id: number;
  /** Where it stood in the request, from 0. */
  place: number;
  /** As it was written, cut; null where it was no text. */
  written: string | null;
  error: string;
};

/** Messages, and the outbox: rows with a `due_at` wait to be sent. */
export type SmsMessagesTable = {
  id: Generated<number>;
  user_id: number;
  job_id: number | null;
  phone: string;
  /**
   * Null where it is the job's, or of a single one was deleted with the texts of its age; of one of a job that
   * had its own it is then empty, so that the job's is not taken for it.
   */
  body: string | null;
  class: string;
  status: string;
  encoding: string;
  segments: number;
  cost: number;
  /** 0 single, 1 bulk: the lower goes first. */
  priority: number;
  error: string | null;
  provider: string | null;
  attempts: number;
  /** Copies of it that left and were not answered; `unknown` has at least one. */
  in_doubt: Generated<number>;
  scheduled_at: number | null;
  created_at: number;
  /** Instant of the next try; null once it needs none. */
  due_at: number | null;
  /** Claimer; only a due message can have one. */
  claimed_by: number | null;
  /** A message that was not sent by then is given up and refunded. */
  expires_at: number;
  sent_at: number | null;
  delivered_at: number | null;
  /** Set if it was paid with trial credits that send nothing, and so goes to the simulator. */
  simulated: Generated<Flag>;
  /** Requested sender, in the form for comparison; null for the account's first. */
  sender: string | null;
  /** What its customer calls it; deleted with the text. */
  reference: string | null;
  /** The key that a single message came by; null for the owner's own hand, and where its job has it. */
  key_id: number | null;
};

/** First answer to an `Idempotency-Key`, which is given again to later requests with it. */
export type SmsIdempotencyTable = {
  user_id: number;
  key: string;
  /** SHA-256 over path and body. */
  request_hash: string;
  /** The single message whose state decides the answer; null where `answer` is final. */
  message_id: number | null;
  status: number;
  answer: string;
  created_at: number;
};

/** Sender ids and short codes that are an account's own. */
export type SmsSendersTable = {
  /** Sender in the form for comparison; see `senderKey`. */
  sender: string;
  name: string;
  user_id: number;
  created_at: number;
  /** The only class that it carries; null for both. */
  class: string | null;
};
