import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Processes that submit messages to providers, and state of receipts; conventions as in `sms-tables.ts`. */
export type SmsProviderTables = {
  sms_claimers: SmsClaimersTable;
  sms_provider_refs: SmsProviderRefsTable;
  sms_early_receipts: SmsEarlyReceiptsTable;
  sms_receipt_id_forms: SmsReceiptIdFormsTable;
  sms_provider_money: SmsProviderMoneyTable;
};

export type SmsClaimersTable = {
  id: Generated<number>;
  /** Instant before which it has to renew its lease; null once it was declared dead. */
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
  /** The receipt's other number, where that is a phone, too; else empty. */
  other_phone: Generated<string>;
  status: string;
  error: string | null;
  /** Set if the id may be written in another form than in the answer. */
  any_form: Flag;
  received_at: number;
  due_at: number;
};

/** Evidence for the form in which a provider writes ids in receipts. */
export type SmsReceiptIdFormsTable = {
  provider: string;
  form: string;
  score: number;
};

/** The operator's money at a provider, as far as that says it. */
export type SmsProviderMoneyTable = {
  provider: string;
  /** In `currency`; null while it is not known. */
  balance: number | null;
  currency: string | null;
  asked_at: number | null;
  /** Set from the crossing of the balance that is set until a top-up. */
  is_low: Generated<Flag>;
  /** Set while it takes no messages for want of money. */
  is_refusing: Generated<Flag>;
  refused_at: number | null;
  refusal_told_at: number | null;
};
