import type { Language } from '../../accounts/language.ts';
import { afterQuietHours } from '../../kit/time/quiet-hours.ts';
import type { Severity } from '../fields.ts';

export const channelNames = ['sms', 'email', 'webhook', 'web-push'] as const;
export type ChannelName = (typeof channelNames)[number];

/** Severities that are sent on each channel. */
export type ChannelRules = Record<ChannelName, Severity[]>;

/** Notification preferences of a person. */
export type Preferences = {
  channels: ChannelRules;
  /** Minutes after midnight in the account's time zone; equal ones mean no quiet hours. */
  quietFrom: number;
  quietUntil: number;
  escalateMinutes: number;
  smsADay: number;
};

/** Preferences of a new account. A channel sends nothing until it has a target. */
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

/** Person with everything that notifications to them depend on. */
export type Person = Preferences & {
  userId: number;
  language: Language;
  /** IANA name of the account's time zone. */
  timezone: string;
};

/** Returns the end of a person's quiet hours, epoch milliseconds; `now` outside them. */
export function endOfQuietHours(
  { timezone: zone, quietFrom, quietUntil }: Pick<Person, 'timezone' | 'quietFrom' | 'quietUntil'>,
  now: number,
): number {
  return afterQuietHours(now, { zone, from: quietFrom, until: quietUntil });
}

/** Most e-mails to a person a day: an account with somebody else's address must not flood it. */
export const mailsADay = 50;
