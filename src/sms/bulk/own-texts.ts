import { type FieldError, unknownField } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { meantBy } from '../../kit/api/schema/other-names.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { linePattern } from '../../kit/text/line-pattern.ts';
import { faultOfText, longestReference, mostSegments, segmentsError } from '../message-fields.ts';
import { placeholderFault } from '../text/placeholder-faults.ts';
import { fillTemplate, readTemplate } from '../text/placeholders.ts';
import { encodingToSend } from '../text/smart-encoding.ts';
import type { PlaceholderTally } from './placeholder-tally.ts';
import type { OwnText } from './plan-bulk.ts';

type Reading = {
  /** A text as it goes out: with the operator's suffix, where that ends it. */
  finish: (text: string) => string;
  isSmart: boolean;
  /** Given by a dry run, which tells of unknown placeholders where a request is refused. */
  tally: PlaceholderTally | undefined;
  errors: FieldError[];
};

/** More than an answer names, so that the reading of a list that is all wrong soon ends. */
const mostErrors = 200;

/**
 * Reads the `messages` of a request: numbers that are none are left to the plan, as those of `to` are, and all
 * else that is wrong is added to `errors` by its place, such as `messages[3].text`.
 */
export async function readOwnTexts(
  entries: readonly unknown[],
  reading: Reading,
): Promise<OwnText[]> {
  const read: OwnText[] = [];
  await inSlices(entries, (entry, index) => {
    if (reading.errors.length >= mostErrors) return;
    const own = readEntry(entry, index, reading);
    if (own) read.push(own);
  });
  return read;
}

function readEntry(entry: unknown, index: number, reading: Reading): OwnText | undefined {
  const { errors } = reading;
  const place = `messages[${index}]`;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    errors.push({ field: place, message: fault('object') });
    return undefined;
  }
  const before = errors.length;
  noteUnknown(entry, place, errors);
  const { to, text, reference = null } = entry as Record<string, unknown>;
  const note = (field: string, message: FaultText | undefined) => {
    if (message !== undefined) errors.push({ field: `${place}.${field}`, message });
  };
  if (to === undefined) note('to', fault('required'));
  note('reference', faultOfReference(reference));
  const own = settleText(text, index, reading);
  if (typeof own === 'string') note('text', own);
  if (typeof own === 'string' || errors.length > before) return undefined;
  return { index, to, reference: reference as string | null, ...own };
}

const known = ['to', 'text', 'reference'];
/** Most unknown fields of one entry that are named. */
const mostUnknown = 20;
const longestShown = 50;

function noteUnknown(entry: object, place: string, errors: FieldError[]): void {
  let named = 0;
  for (const name in entry) {
    if (known.includes(name)) continue;
    named += 1;
    if (named > mostUnknown) return;
    const shown = name
      .slice(0, longestShown)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '\ufffd');
    errors.push(unknownField(`${place}.${shown}`, meantBy(name, known)));
  }
}

const line = new RegExp(linePattern, 'u');

function faultOfReference(reference: unknown): FaultText | undefined {
  if (reference === null) return undefined;
  if (typeof reference !== 'string') return fault('text');
  if (reference === '') return fault('empty');
  if (reference.length > 2 * longestReference || [...reference].length > longestReference) {
    return fault('tooLong', { limit: longestReference });
  }
  return line.test(reference) ? undefined : fault('blank');
}

type Settled = Pick<OwnText, 'text' | 'encoding' | 'segments'>;

/** A text as it goes out, or what is wrong with it. */
function settleText(
  given: unknown,
  index: number,
  { finish, isSmart, tally }: Reading,
): Settled | FaultText {
  if (typeof given !== 'string') return given === undefined ? fault('required') : fault('text');
  const wrong = faultOfText(given);
  if (wrong) return wrong;
  const template = readTemplate(given);
  const { unknown } = template;
  if (tally) tally.add(unknown, index);
  else if (unknown.length > 0) return placeholderFault(unknown);
  const text = finish(fillTemplate(template));
  const { encoding, segments } = encodingToSend(text, isSmart);
  return segments > mostSegments ? segmentsError(segments) : { text, encoding, segments };
}
