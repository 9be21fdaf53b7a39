import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { storable } from '../../kit/text/storable.ts';
import type { Message } from '../message.ts';
import { longestMessage, mostSegments } from '../message-fields.ts';
import { fillTemplate, type Template } from '../text/placeholders.ts';
import type { Encoding } from '../text/segments.ts';
import { encodingToSend } from '../text/smart-encoding.ts';

/** One message of a job; its text is null where it is the job's. */
export type PlannedMessage = Pick<Message, 'phone' | 'text' | 'segments' | 'reference'> & {
  encoding: Encoding;
};

/** One of the `messages` of a bulk request; `to` as it was given. */
export type OwnText = Pick<PlannedMessage, 'encoding' | 'segments' | 'reference'> & {
  index: number;
  to: unknown;
  text: string;
};

/** The messages and figures of a bulk request, before anything is stored; `rejected` is all that is left out. */
export type Plan = Pick<Recipients, 'duplicates' | 'rejected'> & {
  messages: PlannedMessage[];
  optedOut: number;
  /** Of the text that needs most: UCS-2 where any does. */
  encoding: Encoding;
  segments: number;
  /** Contacts without a name that are sent a text which asks for one. */
  nameless: number;
};

/** One text for all, as it goes out; `isSmart` where that is by smart encoding. */
export type Text = { text: string; isSmart: boolean };

/** A text for each, by the name; `finish` makes it what goes out. */
export type PersonalText = {
  template: Template;
  isSmart: boolean;
  finish: (text: string) => string;
};

export type Contact = { phone: string; name: string | null };

/** Plans a job to a list of numbers: all get the same text. */
export async function planForNumbers(
  entries: readonly unknown[],
  text: Text,
  optedOut: ReadonlySet<string>,
): Promise<Plan> {
  const { phones, duplicates, rejected } = await readRecipients(entries);
  const sendable = phones.filter((phone) => !optedOut.has(phone));
  return {
    ...planSame(sendable, text),
    duplicates,
    rejected,
    optedOut: phones.length - sendable.length,
  };
}

/** Plans a job to a group's contacts, by name where the text asks for it. */
export async function planForContacts(
  contacts: readonly Contact[],
  text: PersonalText,
  optedOut: ReadonlySet<string>,
): Promise<Plan> {
  const sendable = contacts.filter(({ phone }) => !optedOut.has(phone));
  const shared = { duplicates: 0, optedOut: contacts.length - sendable.length };
  const { template, finish, isSmart } = text;
  if (template.columns.length === 0) {
    const phones = sendable.map(({ phone }) => phone);
    const same = { text: finish(fillTemplate(template)), isSmart };
    return { ...planSame(phones, same), ...shared, rejected: [] };
  }
  return { ...(await planPersonal(contacts, text, optedOut)), ...shared };
}

/**
 * Plans a job of texts of one's own. A phone may be sent several; one that it is sent already, word for word,
 * is a repeat, and is told where it has a reference that would otherwise be lost.
 */
export async function planForOwnTexts(
  texts: readonly OwnText[],
  optedOut: ReadonlySet<string>,
): Promise<Plan> {
  const messages: PlannedMessage[] = [];
  const first = new Map<string, Pick<OwnText, 'index' | 'reference'>>();
  const rejected: Rejection[] = [];
  let duplicates = 0;
  let left = 0;
  await inSlices(texts, ({ index, to, text, encoding, segments, reference }) => {
    const phone = normalisePhone(to);
    if (phone === undefined) return void rejected.push(reject(index, to, fault('noPhone')));
    const same = first.get(phone + text);
    if (!same) {
      first.set(phone + text, { index, reference });
      if (optedOut.has(phone)) left += 1;
      else messages.push({ phone, text, encoding, segments, reference });
    } else if (reference === null || reference === same.reference) duplicates += 1;
    else rejected.push(reject(index, to, fault('sameTextAgain', { index: same.index })));
  });
  return { ...sizeOf(messages), messages, duplicates, optedOut: left, rejected, nameless: 0 };
}

function planSame(phones: string[], { text, isSmart }: Text) {
  const { encoding, segments } = encodingToSend(text, isSmart);
  const shared = { text: null, encoding, segments, reference: null };
  const messages = phones.map((phone) => ({ phone, ...shared }));
  return { messages, encoding, segments, nameless: 0 };
}

async function planPersonal(
  contacts: readonly Contact[],
  { template, finish, isSmart }: PersonalText,
  optedOut: ReadonlySet<string>,
): Promise<Omit<Plan, 'duplicates' | 'optedOut'>> {
  const messages: PlannedMessage[] = [];
  const rejected: Rejection[] = [];
  let nameless = 0;
  await inSlices(contacts, ({ phone, name }, index) => {
    if (optedOut.has(phone)) return;
    const filled = fillTemplate(template, () => name);
    const text = finish(filled);
    // Of a text that is far too long, no more is read than shows it: there may be thousands.
    const { encoding, segments } = encodingToSend(text.slice(0, mostUnits + 1), isSmart);
    const error = filled.trim() === '' ? fault('blankWithoutName') : faultOf(text, segments);
    if (error !== undefined) return void rejected.push(reject(index, phone, error));
    if (name === null) nameless += 1;
    messages.push({ phone, text, encoding, segments, reference: null });
  });
  return { ...sizeOf(messages), messages, rejected, nameless };
}

function sizeOf(messages: readonly PlannedMessage[]): Pick<Plan, 'encoding' | 'segments'> {
  return {
    encoding: messages.some(({ encoding }) => encoding === 'ucs2') ? 'ucs2' : 'gsm7',
    segments: messages.reduce((most, { segments }) => Math.max(most, segments), 0),
  };
}

/** A character is one unit of UTF-16, or two. */
const mostUnits = 2 * longestMessage;

/** A name can make a text too long. */
function faultOf(body: string, segments: number): FaultText | undefined {
  if (
    body.length > mostUnits ||
    (body.length > longestMessage && [...body].length > longestMessage)
  ) {
    return fault('tooLongWithName', { most: longestMessage });
  }
  if (segments > mostSegments) return fault('segmentsWithName', { most: mostSegments, segments });
  return undefined;
}

type Rejection = { index: number; to: string | null; error: FaultText };

/** The numbers of a list, and the figures about them. */
type Recipients = {
  /** Each once, in the order in which they first stood, with where that was. */
  phones: string[];
  places: number[];
  duplicates: number;
  rejected: Rejection[];
};

/** Longer entries are answered cut, so that an answer is never larger than its request. */
const longestShown = 100;

/** Normalises numbers and takes each once; entries that are no numbers are left out and listed. */
async function readRecipients(entries: readonly unknown[]): Promise<Recipients> {
  const seen = new Set<string>();
  const places: number[] = [];
  const rejected: Rejection[] = [];
  await inSlices(entries, (entry, index) => {
    const phone = normalisePhone(entry);
    if (phone === undefined) rejected.push(reject(index, entry, fault('noPhone')));
    else if (!seen.has(phone)) {
      seen.add(phone);
      places.push(index);
    }
  });
  const duplicates = entries.length - rejected.length - seen.size;
  return { phones: [...seen], places, duplicates, rejected };
}

function reject(index: number, entry: unknown, error: FaultText): Rejection {
  const to = typeof entry === 'string' ? storable(entry, longestShown) : null;
  return { index, to, error };
}
