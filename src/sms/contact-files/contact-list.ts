import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { unfitForLine } from '../../kit/text/line-pattern.ts';

import { normalisePhone } from '../../kit/text/phone.ts';
import { wellFormed } from '../../kit/text/well-formed.ts';

export const longestName = 100;

/**
 * A contact as written, and its place: its index in a list from 0, its line in a file from 1. `fault` says
 * why it cannot be read at all.
 */
export type WrittenContact = {
  at: number;
  phone: unknown;
  name?: unknown;
  fault?: FaultText;
  mended?: Mended[];
};

/** A cell of a file that was read otherwise than it stood there: the numbers taken of it, and why. */
export type Mended = { at: number; written: string; phones: string[]; note: FaultText };

/** A contact that can be stored; without a name it keeps the one that is stored. */
export type Contact = { at: number; phone: string; name: string | null };

/** An entry that was left out, its place, and the reason. */
export type Rejection = { at: number; to: string | null; error: FaultText };

export type ReadContacts = { contacts: Contact[]; rejections: Rejection[]; mended: Mended[] };

const unwanted = new RegExp(`[${unfitForLine}]`, 'u');

/**
 * Sorts contacts into those that can be stored and those that cannot, each in the order in which they
 * stood. A number that comes again is one contact, with the last name that it came with.
 */
export async function readContacts(written: Iterable<WrittenContact>): Promise<ReadContacts> {
  const contacts = new Map<string, Contact>();
  const rejections: Rejection[] = [];
  const mended: Mended[] = [];
  await inSlices(written, ({ at, phone, name, fault: unreadable, mended: mends = [] }) => {
    const normalised = normalisePhone(phone);
    const error = unreadable ?? faultOf(name);
    if (normalised === undefined || error !== undefined) {
      rejections.push(reject({ at, phone }, error ?? fault('noPhone')));
      return;
    }
    mended.push(...mends);
    const earlier = contacts.get(normalised);
    const given = readName(name);
    if (!earlier) contacts.set(normalised, { at, phone: normalised, name: given });
    else if (given !== null) earlier.name = given;
  });
  return { contacts: [...contacts.values()], rejections, mended };
}

/** Reads the entries of a list in JSON, of any type. */
export function* writtenIn(entries: readonly unknown[]): Generator<WrittenContact> {
  for (const [at, entry] of entries.entries()) {
    const isObject = typeof entry === 'object' && entry !== null;
    const { phone, name } = (isObject ? entry : {}) as { phone?: unknown; name?: unknown };
    yield { at, phone, name };
  }
}

export function reject({ at, phone }: WrittenContact, error: FaultText): Rejection {
  return { at, to: typeof phone === 'string' ? cut(phone) : null, error };
}

/** Longer entries are answered cut, so that an answer is never larger than its request. */
export function cut(text: string): string {
  return wellFormed(text.slice(0, 100));
}

function faultOf(name: unknown): FaultText | undefined {
  if (name === undefined || name === null) return undefined;
  if (typeof name !== 'string') return fault('nameNoText');
  const text = name.trim();
  // Counted as characters, of which some are two units long.
  const isLong =
    text.length > 2 * longestName || (text.length > longestName && [...text].length > longestName);
  if (isLong) return fault('nameTooLong', { most: longestName });
  return unwanted.test(text) ? fault('nameControl') : undefined;
}

function readName(name: unknown): string | null {
  return typeof name === 'string' ? name.trim() || null : null;
}
