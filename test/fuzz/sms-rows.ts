import { type TObject, Type } from 'typebox';
import type { Tables } from '../../src/db/tables/tables.ts';
import { counters, quarterMs } from '../../src/sms/counts/columns.ts';
import { networks } from '../../src/sms/counts/networks.ts';
import { messageClasses, messageStatuses } from '../../src/sms/message-states.ts';
import { count, id, instant, line, longText, optional, range, word } from './row-types.ts';

const phone = Type.String({ pattern: '^254[17]\\d{8}$' });
const messageClass = word(...messageClasses);
const minuteOfDay = optional(Type.Integer({ minimum: 0, maximum: 1439 }));

/** Invariants of every row of the SMS service, for any requests. */
export const smsRows = {
  sms_accounts: Type.Object({
    quota: count,
    used: count,
    quiet_from: minuteOfDay,
    quiet_until: minuteOfDay,
    low_balance: optional(count),
    low_at: optional(count),
    suspended_at: optional(instant),
    suspended_reason: optional(line(200)),
  }),
  sms_ledger: Type.Object({
    kind: word('grant', 'reversal', 'charge', 'refund'),
    credits: Type.Integer(),
    note: optional(line(200)),
  }),
  sms_keys: Type.Object({
    name: line(100),
    prefix: Type.String({ pattern: '^ksm_[\\w-]{8}$' }),
    key_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    revoked_at: optional(instant),
  }),
  sms_groups: Type.Object({ name: line(100) }),
  sms_contacts: Type.Object({ phone, name: optional(line(100)) }),
  sms_opt_outs: Type.Object({ phone, source: word('owner', 'inbound') }),
  sms_jobs: Type.Object({
    campaign: optional(line(100)),
    class: messageClass,
    // Empty where each message was given its own.
    body: Type.String({ maxLength: 918 * 2 }),
    queued: range(1, 10_000),
    scheduled_at: optional(instant),
    finished_at: optional(instant),
    cancelled_at: optional(instant),
    rejected_count: range(0, 10_000),
    key_id: optional(id),
  }),
  sms_rejections: Type.Object({
    place: range(0, 9999),
    written: optional(longText(100)),
    error: line(200),
  }),
  sms_messages: Type.Object({
    phone,
    body: optional(longText(918 * 2)),
    class: messageClass,
    status: word(...messageStatuses),
    encoding: word('gsm7', 'ucs2'),
    segments: range(1, 6),
    cost: word(1),
    priority: word(0, 1),
    attempts: count,
    scheduled_at: optional(instant),
    due_at: optional(instant),
    expires_at: instant,
    reference: optional(line(100)),
    sent_at: optional(instant),
    delivered_at: optional(instant),
    key_id: optional(id),
  }),
  sms_counts: Type.Object({
    begins_at: Type.Integer({ multipleOf: quarterMs }),
    network: word(...networks),
    class: messageClass,
    ...Object.fromEntries(counters.map((name) => [name, count])),
  }),
  sms_counted: Type.Object({ counted_to: count }),
  sms_idempotency: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 255 }),
    request_hash: Type.String({ minLength: 1 }),
    status: word(200, 201, 202),
  }),
  sms_senders: Type.Object({
    sender: Type.String({ pattern: '^[A-Z0-9 &._-]{3,15}$' }),
    name: line(20),
    user_id: id,
  }),
  sms_webhooks: Type.Object({
    url: Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 6000 }),
    sealed_secret: Type.String({ pattern: '^[\\w-]{60,}$' }),
  }),
  sms_webhook_deliveries: Type.Object({
    event: word('message.status', 'message.inbound', 'webhook.test', 'account.low_balance'),
    body: Type.String({ pattern: '^\\{.*\\}$' }),
    attempts: count,
  }),
} satisfies Partial<Record<keyof Tables, TObject>>;
