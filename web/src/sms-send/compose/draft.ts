import { hourMs } from '../../../../src/kit/time/units.ts';
import { zonedInstant } from '../../words/zoned-instant.ts';
import type { Recipient } from './recipients/recipients.ts';

/** A confirmed form on its way: its key lets it happen once, however often it is tried. */
export type Attempt = { key: string /** Epoch ms. */; at: number };

/** What somebody is writing. */
export type Draft = {
  mode: 'numbers' | 'group';
  recipients: string;
  groupId: number | null;
  message: string;
  class: 'transactional' | 'promotional';
  isLater: boolean;
  day: string;
  time: string;
  campaign: string;
  /** One of the account's own; empty for the usual one. */
  sender: string;
  attempt: Attempt | null;
  /** A try got no answer, so that nobody knows yet whether it was sent. */
  isInDoubt: boolean;
};

export const emptyDraft: Draft = {
  mode: 'numbers',
  recipients: '',
  groupId: null,
  message: '',
  class: 'transactional',
  isLater: false,
  day: '',
  time: '',
  campaign: '',
  sender: '',
  attempt: null,
  isInDoubt: false,
};

/** After a change by hand it is something else, which has a key of its own. */
export function edited(draft: Draft, change: Partial<Draft>): Draft {
  return { ...draft, ...change, attempt: null };
}

/** The server knows a key for 24 hours; this much earlier we stop to rely on that. */
const longestMs = 23 * hourMs;

/** Whether trying again certainly sends no second time. */
export function isSafeToRepeat({ attempt }: Draft, now: number): boolean {
  return attempt !== null && now - attempt.at < longestMs;
}

/** The draft as it is sent: with the key of the last try of the very same, else with a new one. */
export function attempted(
  draft: Draft,
  now: number,
  newKey: () => string,
): Draft & { attempt: Attempt } {
  const { attempt } = draft;
  if (attempt && isSafeToRepeat(draft, now)) return { ...draft, attempt };
  return { ...draft, attempt: { key: newKey(), at: now } };
}

/** When it is to go; undefined for at once. A day or time that is none is left to the server to refuse. */
export function scheduleOf({ isLater, day, time }: Draft, timeZone: string): string | undefined {
  if (!isLater) return undefined;
  const instant = zonedInstant({ day, time }, timeZone);
  return instant === undefined ? `${day}T${time}` : new Date(instant).toISOString();
}

function senderOf({ sender }: Draft) {
  return sender === '' ? {} : { sender };
}

/** A job of the draft. */
export function bulkBody(draft: Draft, recipients: Recipient[], timeZone: string) {
  const scheduled_at = scheduleOf(draft, timeZone);
  const campaign = draft.campaign.trim();
  return {
    ...(draft.mode === 'group'
      ? { group_id: draft.groupId }
      : { to: recipients.map(({ to }) => to) }),
    message: draft.message,
    class: draft.class,
    ...senderOf(draft),
    ...(campaign !== '' && { campaign }),
    ...(scheduled_at !== undefined && { scheduled_at }),
  };
}

/** The draft to its only recipient. */
export function singleBody(draft: Draft, { to }: Recipient, timeZone: string) {
  const scheduled_at = scheduleOf(draft, timeZone);
  return {
    to,
    message: draft.message,
    class: draft.class,
    ...senderOf(draft),
    ...(scheduled_at !== undefined && { scheduled_at }),
  };
}
