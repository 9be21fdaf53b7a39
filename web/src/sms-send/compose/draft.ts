import { hourMs } from '../../../../src/kit/time/units.ts';
import { zonedInstant } from '../../words/zoned-instant.ts';
import { type FilledTexts, ownMessages } from './own-texts/own-file.ts';
import type { Recipient } from './recipients/recipients.ts';

/** A confirmed form on its way: its key makes it happen once, however often it is tried. */
export type Attempt = { key: string /** Epoch ms. */; at: number };

export type Draft = {
  mode: 'numbers' | 'group' | 'file';
  recipients: string;
  groupId: number | null;
  /** A file whose columns go into the text; `phone` is the column of its numbers, from 0, where chosen. */
  file: { name: string; text: string; phone?: number } | null;
  /** Set if people of the file are left out whose line has no value for the text. */
  isMissingLeftOut: boolean;
  message: string;
  /** Null until it is chosen: then it is that of the sender, or of the account. */
  class: 'transactional' | 'promotional' | null;
  isLater: boolean;
  day: string;
  time: string;
  campaign: string;
  /** Sender of the account; empty for the default one. */
  sender: string;
  attempt: Attempt | null;
  /** Set if a try got no answer, so that it is unknown whether it was sent. */
  isInDoubt: boolean;
};

export const emptyDraft: Draft = {
  mode: 'numbers',
  recipients: '',
  groupId: null,
  file: null,
  isMissingLeftOut: false,
  message: '',
  class: null,
  isLater: false,
  day: '',
  time: '',
  campaign: '',
  sender: '',
  attempt: null,
  isInDoubt: false,
};

/** Returns the draft after an edit, which drops the key: it is another message now. */
export function edited(draft: Draft, change: Partial<Draft>): Draft {
  return { ...draft, ...change, attempt: null };
}

/** Trust in a key: the server keeps it for 24 hours, so we stop an hour earlier. */
const longestMs = 23 * hourMs;

/** True if a retry certainly sends nothing twice. */
export function isSafeToRepeat({ attempt }: Draft, now: number): boolean {
  return attempt !== null && now - attempt.at < longestMs;
}

/** With the key of the last try of the very same, else with a new one. */
export function attempted(
  draft: Draft,
  now: number,
  newKey: () => string,
): Draft & { attempt: Attempt } {
  const { attempt } = draft;
  if (attempt && isSafeToRepeat(draft, now)) return { ...draft, attempt };
  return { ...draft, attempt: { key: newKey(), at: now } };
}

/** Undefined for at once. An invalid day or time is left to the server to refuse. */
export function scheduleOf({ isLater, day, time }: Draft, timeZone: string): string | undefined {
  if (!isLater) return undefined;
  const instant = zonedInstant({ day, time }, timeZone);
  return instant === undefined ? `${day}T${time}` : new Date(instant).toISOString();
}

function senderOf({ sender }: Draft) {
  return sender === '' ? {} : { sender };
}

function classOf({ class: chosen }: Draft) {
  return chosen === null ? {} : { class: chosen };
}

/** Who gets the draft: the recipients of its form, or the people of its file with their texts. */
export type Sent = { recipients: Recipient[]; filled?: FilledTexts | undefined };

export function bulkBody(draft: Draft, { recipients, filled }: Sent, timeZone: string) {
  const scheduled_at = scheduleOf(draft, timeZone);
  const campaign = draft.campaign.trim();
  return {
    ...(draft.mode === 'file'
      ? { messages: filled ? ownMessages(filled) : [] }
      : {
          ...(draft.mode === 'group'
            ? { group_id: draft.groupId }
            : { to: recipients.map(({ to }) => to) }),
          message: draft.message,
        }),
    ...classOf(draft),
    ...senderOf(draft),
    ...(campaign !== '' && { campaign }),
    ...(scheduled_at !== undefined && { scheduled_at }),
  };
}

export function singleBody(draft: Draft, { to }: Recipient, timeZone: string) {
  const scheduled_at = scheduleOf(draft, timeZone);
  return {
    to,
    message: draft.message,
    ...classOf(draft),
    ...senderOf(draft),
    ...(scheduled_at !== undefined && { scheduled_at }),
  };
}
