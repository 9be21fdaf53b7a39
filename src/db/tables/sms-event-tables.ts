import type { Generated } from 'kysely';

/** What comes in, and what is told of it; conventions as in `tables.ts`. */
export type SmsEventTables = {
  sms_inbound: SmsInboundTable;
  sms_inbound_marks: SmsInboundMarksTable;
  sms_webhooks: SmsWebhooksTable;
  sms_webhook_deliveries: SmsWebhookDeliveriesTable;
};

export type SmsInboundTable = {
  id: Generated<number>;
  /** Null where the number it was sent to is nobody's. */
  user_id: number | null;
  provider: string;
  /** The provider's id of it, by which a repeat is known. */
  ref: string | null;
  from_phone: string;
  to_number: string;
  /** Null once texts of its age were deleted. */
  body: string | null;
  received_at: number;
};

/** SHA-256 of recent inbound messages, by which a repeat is known. */
export type SmsInboundMarksTable = {
  mark: string;
  seen_at: number;
};

export type SmsWebhooksTable = {
  id: Generated<number>;
  user_id: number;
  url: string;
  /** Signs what is posted; sealed with the server's secret. */
  sealed_secret: string;
  created_at: number;
};

export type SmsWebhookDeliveriesTable = {
  id: Generated<number>;
  user_id: number;
  webhook_id: number;
  event: string;
  /** The JSON text that is signed and posted, the same at every try. */
  body: string;
  created_at: number;
  due_at: number | null;
  lease_until: number | null;
  attempts: number;
  taken_at: number | null;
  last_error: string | null;
};
