import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Who submits messages to providers, and what is known of their receipts; conventions as in `sms-tables.ts`. */
export type SmsProviderTables = {
  sms_claimers: SmsClaimersTable;
  sms_provider_refs: SmsProviderRefsTable;
  sms_early_receipts: SmsEarlyReceiptsTable;
  sms_receipt_id_forms: SmsReceiptIdFormsTable;
};

/** Processes that claim messages. */
export type SmsClaimersTable = {
  id: Generated<number>;
  /** By when it has to say again that it lives; null once it was declared dead. */
  lease_until: number | null;
};

/** A provider's id of a part of a message. An SMSC that counts anew after each start gives one id several times. */
export type SmsProviderRefsTable = {
  provider: string;
  ref: string;
  user_id: number;
  message_id: number;
  delivered: Flag;
};

/** Receipts whose message is not known yet: most come before the answer that says which it is. */
export type SmsEarlyReceiptsTable = {
  provider: string;
  ref: string;
  /** `254XXXXXXXXX`; empty where the receipt names no phone. */
  phone: string;
  status: string;
  error: string | null;
  /** Whether the id may be written in another form than in the answer. */
  any_form: Flag;
  received_at: number;
  due_at: number;
};

/** How sure it is in which form a provider writes the ids of its answers in receipts. */
export type SmsReceiptIdFormsTable = {
  provider: string;
  form: string;
  score: number;
};
