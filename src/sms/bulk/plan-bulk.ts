import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { storable } from '../../kit/text/storable.ts';
import type { Message } from '../message.ts';
import { longestMessage, mostSegments } from '../message-fields.ts';
import type { Encoding } from '../text/segments.ts';
import { encodingToSend } from '../text/smart-encoding.ts';
import { isPersonal, personalise } from './personalise.ts';

/** One message of a job; its text is null where it is the job's. */
export type PlannedMessage = Pick<Message, 'phone' | 'text' | 'segments'> & { encoding: Encoding };

/** The messages and figures of a bulk request, before anything is stored; `rejected` is all that is left out. */
export type Plan = Pick<Recipients, 'duplicates' | 'rejected'> & {
  messages: PlannedMessage[];
  optedOut: number;
  /** Of the text that needs most: UCS-2 where any does. */
  encoding: Encoding;
  segments: number;
};

/** A text as given; `isSmart` where it goes out by smart encoding. */
export type Text = { text: string; isSmart: boolean };

export type Contact = { phone: string; name: string | null };

/** Plans a job to a list of numbers: all get the same text, names and all. */
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

/** Plans a job to a group's contacts, by name where the text has `{name}`. */
export async function planForContacts(
  contacts: readonly Contact[],
  text: Text,
  optedOut: ReadonlySet<string>,
): Promise<Plan> {
  const sendable = contacts.filter(({ phone }) => !optedOut.has(phone));
  const shared = { duplicates: 0, optedOut: contacts.length - sendable.length };
  if (!isPersonal(text.text)) {
    const phones = sendable.map(({ phone }) => phone);
    return { ...planSame(phones, text), ...shared, rejected: [] };
  }
  return { ...(await planPersonal(contacts, text, optedOut)), ...shared };
}

function planSame(phones: string[], { text, isSmart }: Text) {
  const { encoding, segments } = encodingToSend(text, isSmart);
  const messages = phones.map((phone) => ({ phone, text: null, encoding, segments }));
  return { messages, encoding, segments };
}

async function planPersonal(
  contacts: readonly Contact[],
  { text, isSmart }: Text,
  optedOut: ReadonlySet<string>,
): Promise<Omit<Plan, 'duplicates' | 'optedOut'>> {
  const messages: PlannedMessage[] = [];
  const rejected: Rejection[] = [];
  await inSlices(contacts, ({ phone, name }, index) => {
    if (optedOut.has(phone)) return;
    const body = personalise(text, name);
    // Of a text that is far too long, no more is read than shows it: there may be thousands.
    const { encoding, segments } = encodingToSend(body.slice(0, mostUnits + 1), isSmart);
    const error = faultOf(body, segments);
    if (error === undefined) messages.push({ phone, text: body, encoding, segments });
    else rejected.push({ index, to: phone, error });
  });
  return {
    messages,
    rejected,
    encoding: messages.some(({ encoding }) => encoding === 'ucs2') ? 'ucs2' : 'gsm7',
    segments: messages.reduce((most, { segments }) => Math.max(most, segments), 0),
  };
}

/** A character is one unit of UTF-16, or two. */
const mostUnits = 2 * longestMessage;

/** A name can make a text too long, and a text that is nothing but a name can be blank without one. */
function faultOf(body: string, segments: number): FaultText | undefined {
  if (body.trim() === '') return fault('blankWithoutName');
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
    if (phone === undefined) {
      rejected.push(reject(index, entry));
    } else if (!seen.has(phone)) {
      seen.add(phone);
      places.push(index);
    }
  });
  const duplicates = entries.length - rejected.length - seen.size;
  return { phones: [...seen], places, duplicates, rejected };
}

function reject(index: number, entry: unknown): Rejection {
  const to = typeof entry === 'string' ? storable(entry, longestShown) : null;
  return { index, to, error: fault('noPhone') };
}
