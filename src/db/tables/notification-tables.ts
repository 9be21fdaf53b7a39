import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** The tables of notifications; conventions as in `tables.ts`. */
export type NotificationTables = {
  notification_settings: NotificationSettingsTable;
  notification_rules: NotificationRulesTable;
  notification_targets: NotificationTargetsTable;
  incident_recipients: IncidentRecipientsTable;
  notifications: NotificationsTable;
  sms_questions: SmsQuestionsTable;
  phone_words: PhoneWordsTable;
};

/** How a person wants to be told; a person without a row has the defaults. */
export type NotificationSettingsTable = {
  user_id: number;
  /** JSON: by channel, the severities that are told on it. */
  channels: string;
  /** Minutes after midnight; equal ones mean no quiet hours. */
  quiet_from: number;
  quiet_until: number;
  /** Without an acknowledgement for so long, the next person is told. */
  escalate_minutes: number;
  sms_a_day: number;
  /** JSON, sealed: base and key of the SMS API; null until they are set. */
  sms_api: string | null;
  /** JSON, sealed: the number that is being verified, with the code; null where none is. */
  phone_check: string | null;
};

/** What a person wants to be told of one device on which channels, where that differs. */
export type NotificationRulesTable = {
  user_id: number;
  device_id: number;
  channels: string;
};

/** Where notifications of a person go. */
export type NotificationTargetsTable = {
  id: Generated<number>;
  user_id: number;
  channel: string;
  /** A verified phone number, a URL, an endpoint; empty for e-mail, which goes to the account's. */
  address: string;
  /** JSON, sealed with the server's secret: a webhook's signing secret, the keys of a subscription. */
  sealed_secret: string | null;
  /** Of a browser: the session in which it asked for messages last, which may have expired. */
  session_id: string | null;
  user_agent: string | null;
  created_at: number;
};

/** Who is to be told of an incident, and what they were told. */
export type IncidentRecipientsTable = {
  device_id: number;
  incident_id: number;
  user_id: number;
  /** Nothing is told before: whoever comes later is told where nobody acknowledges. */
  not_before: number;
  /** Messages so far. */
  messages: number;
  /** As the incident stood in the last message; null where there was none. */
  told_severity: string | null;
  told_raised_at: number | null;
  told_resolved: Flag;
  /** Whether it waits for the end of quiet hours. */
  is_held: Flag;
  /** When it is next to be decided whether to tell; null while nothing has changed. */
  due_at: number | null;
  created_at: number;
};

/** The outbox of notifications: each row goes to one target. */
export type NotificationsTable = {
  id: Generated<number>;
  user_id: number;
  target_id: number;
  channel: string;
  /** Where it goes, as its reader may see it. */
  address: string;
  /** `incidents` or `test`. */
  reason: string;
  /** A `Message` as JSON; see `water/notifications/message.ts`. */
  body: string;
  /** Of which its link is derived, beside the id. */
  salt: string;
  created_at: number;
  due_at: number | null;
  lease_until: number | null;
  attempts: number;
  delivered_at: number | null;
  last_error: string | null;
  /** Whether it may have been sent in a try of which nobody knows the end. */
  unsure: Flag;
};

/** Questions by SMS that were answered: each once, and few of a phone. */
export type SmsQuestionsTable = {
  /** Whose SMS account took the message, and answers. */
  user_id: number;
  /** What the SMS service calls it. */
  message_id: string;
  phone: string;
  /** A `Question['kind']`; see `water/questions/wording/read-question.ts`. */
  asked: string;
  answer: string;
  created_at: number;
};

/** Phones that have said themselves, by SMS, whose they are. */
type PhoneWordsTable = {
  /** Whose SMS account took the message: its word is taken for nobody else's questions. */
  account_id: number;
  /** The person's number, in `notification_targets`. */
  target_id: number;
  created_at: number;
};
