import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Tables of notifications; conventions as in `tables.ts`. */
export type NotificationTables = {
  notification_settings: NotificationSettingsTable;
  notification_rules: NotificationRulesTable;
  notification_targets: NotificationTargetsTable;
  incident_recipients: IncidentRecipientsTable;
  notifications: NotificationsTable;
  sms_questions: SmsQuestionsTable;
  phone_words: PhoneWordsTable;
};

export type NotificationSettingsTable = {
  user_id: number;
  /** JSON: the severities that are notified, by channel. */
  channels: string;
  /** Minutes after midnight; equal ones mean no quiet hours. */
  quiet_from: number;
  quiet_until: number;
  /** Time without an acknowledgement after which the next person is notified. */
  escalate_minutes: number;
  sms_a_day: number;
  /** JSON, sealed: base and key of the SMS API. */
  sms_api: string | null;
  /** JSON, sealed: the number that is being verified, with the code; null where none is. */
  phone_check: string | null;
  /** A `SmsStop`: why the person's own SMS account sends no alerts; null while it does, as far as is known. */
  sms_stopped: Generated<string | null>;
  /** Instant when that account was last asked. */
  sms_checked_at: Generated<number | null>;
};

/** Channels of a person for one device, where they differ from the settings. */
export type NotificationRulesTable = {
  user_id: number;
  device_id: number;
  channels: string;
};

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
  /** Set if the last SMS to this number was simulated: it reached no phone. */
  is_simulated: Generated<Flag>;
  created_at: number;
};

/** Recipients of an incident, and what was sent to them. */
export type IncidentRecipientsTable = {
  device_id: number;
  incident_id: number;
  user_id: number;
  /** Nothing is sent before: later recipients are notified where nobody acknowledges. */
  not_before: number;
  messages: number;
  /** State of the incident in the last message; null where there was none. */
  told_severity: string | null;
  told_raised_at: number | null;
  told_resolved: Flag;
  /** Set if it waits for the end of quiet hours. */
  is_held: Flag;
  /** Instant when it is next decided whether to notify; null while nothing has changed. */
  decide_at: number | null;
  created_at: number;
};

/** The outbox of notifications: each row goes to one target. */
export type NotificationsTable = {
  id: Generated<number>;
  user_id: number;
  target_id: number;
  channel: string;
  /** Target as its reader may see it. */
  address: string;
  reason: string;
  /** A `Message` as JSON; see `water/notifications/message.ts`. */
  body: string;
  /** Input of the derivation of its link, beside the id. */
  salt: string;
  created_at: number;
  due_at: number | null;
  lease_until: number | null;
  attempts: number;
  /** Instant when the channel took it; `received_at` says when a phone had it. */
  taken_at: number | null;
  last_error: string | null;
  /** Set if it may have been sent in a try whose end is unknown. */
  unsure: Flag;
  /** A `SmsState`, as the SMS service said it last; null for other channels, and before it took the SMS. */
  sms_state: Generated<string | null>;
  /** Id of the message in the SMS service. */
  sms_id: Generated<string | null>;
  /** Instant when the SMS service is next asked what became of it; null once that is known, or given up. */
  sms_ask_at: Generated<number | null>;
  /** Instant when the phone had it, as the SMS service says. */
  received_at: Generated<number | null>;
  /**
   * Instant when it goes another way as well if it has not arrived; null for what is not about incidents, and once that
   * was looked at.
   */
  other_way_at: Generated<number | null>;
  /** Owner of a tank whose SMS account pays for it; null where the person's own does. */
  paid_by: Generated<number | null>;
};

/** Questions by SMS that were answered: each once, and few from one phone. */
export type SmsQuestionsTable = {
  /** Person whose SMS account took the message, and answers. */
  user_id: number;
  /** Id of the message in the SMS service. */
  message_id: string;
  phone: string;
  /** A `Question['kind']`; see `water/questions/wording/read-question.ts`. */
  asked: string;
  answer: string;
  created_at: number;
};

/** Phones that have named their person by SMS. */
type PhoneWordsTable = {
  /** Person whose SMS account took the message; it counts for questions to that account only. */
  account_id: number;
  /** The person's number, in `notification_targets`. */
  target_id: number;
  created_at: number;
};
