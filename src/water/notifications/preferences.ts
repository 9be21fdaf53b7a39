import type { Language } from '../../accounts/language.ts';
import type { Severity } from '../fields.ts';

export const channelNames = ['sms', 'email', 'webhook', 'web-push'] as const;
export type ChannelName = (typeof channelNames)[number];

/** By channel, the severities that are told on it. */
export type ChannelRules = Record<ChannelName, Severity[]>;

/** How a person wants to be told. */
export type Preferences = {
  channels: ChannelRules;
  /** Minutes after midnight in the account's time zone; equal ones mean no quiet hours. */
  quietFrom: number;
  quietUntil: number;
  escalateMinutes: number;
  smsADay: number;
};

/** Of a new account. A channel tells nothing until it has somewhere to go. */
export const defaultPreferences: Preferences = {
  channels: {
    sms: ['critical'],
    email: ['warning', 'critical'],
    webhook: ['warning', 'critical'],
    'web-push': ['warning', 'critical'],
  },
  quietFrom: 22 * 60,
  quietUntil: 6 * 60,
  escalateMinutes: 15,
  smsADay: 10,
};

/** A person with all that decides how to tell them. */
export type Person = Preferences & {
  userId: number;
  language: Language;
  /** IANA name of the account's time zone. */
  timezone: string;
};

/** A person's e-mails a day: whoever registers with somebody else's address must not flood it. */
export const mailsADay = 50;
