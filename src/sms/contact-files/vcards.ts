import type { CsvFileLine } from '../../kit/text/csv-file.ts';
import type { ChosenColumns, FoundColumns } from './columns.ts';

/** Numbers of one card that are looked at. */
const mostNumbers = 12;
/** Characters of a line that are looked at; photos are longer. */
const longestLine = 2000;

/** True for contacts as iPhones, Android phones, iCloud and WhatsApp share them: vCards 2.1 to 4.0. */
export function areVcards(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCARD\s/i.test(text);
}

/** The columns of `readVcards`: a name, then numbers. */
export function columnsOfVcards({ name }: ChosenColumns): FoundColumns {
  const phone = Array.from({ length: mostNumbers }, (_, index) => index + 1);
  return {
    phone,
    takesAll: false,
    name: name === null ? [] : [[0]],
    headerLines: 0,
    titles: ['FN', 'TEL'],
    isNamed: true,
  };
}

/**
 * Reads each card as a record by its first line: its name, then its numbers, those of mobiles first. A card may stand
 * within another, as an assistant's does, or because the end of that one is missing.
 */
export function* readVcards(text: string): Generator<CsvFileLine> {
  const open: Card[] = [];
  for (const { at, line } of unfold(text)) {
    const property = readProperty(line);
    if (!property) continue;
    const { name, value } = property;
    const is = (marker: string) => name === marker && value.trim().toUpperCase() === 'VCARD';
    if (is('BEGIN')) open.push({ at, line, names: new Map(), numbers: [] });
    const card = open.at(-1);
    if (!card) continue;
    if (is('END')) {
      yield recordOf(card);
      open.pop();
    } else add(card, property);
  }
  yield* open.map(recordOf);
}

/** Properties of a name; the first that a card has counts. */
const named: ReadonlySet<string> = new Set(['FN', 'N', 'NICKNAME', 'ORG']);

type Card = {
  at: number;
  line: string;
  /** By their property: FN, N, ORG. */
  names: Map<string, string>;
  numbers: { number: string; isMobile: boolean }[];
};

type Property = { name: string; parameters: string; value: string };

function add({ names, numbers }: Card, { name, parameters, value }: Property): void {
  if (name === 'TEL') {
    if (/\bFAX\b|\bPAGER\b/.test(parameters)) return;
    numbers.push({
      number: value.replace(/^tel:/i, '').replace(/;.*$/, ''),
      isMobile: /\b(?:CELL|IPHONE)\b|WAID=/.test(parameters),
    });
  } else if (named.has(name) && !names.has(name)) {
    names.set(name, name === 'N' ? nameOfParts(value) : plain(partsOf(value).join(' ')));
  }
}

function recordOf({ at, line, names, numbers }: Card): CsvFileLine {
  const name = [...named].map((each) => names.get(each)).find(Boolean) ?? '';
  const sorted = [...numbers].sort((a, b) => Number(b.isMobile) - Number(a.isMobile));
  const cells = [name, ...sorted.slice(0, mostNumbers).map(({ number }) => number)];
  return { at, line, cells };
}

/** `Wanjiku;Asha;N;Dr;` (RFC 6350, 6.2.2): last, first, middle, before, behind. */
function nameOfParts(value: string): string {
  const [last = '', first = '', middle = ''] = partsOf(value).map(plain);
  return [first, middle, last].filter(Boolean).join(' ');
}

/** What stands between the semicolons that no backslash makes a part of the text. */
function partsOf(value: string): string[] {
  const parts: string[] = [];
  let open = '';
  for (const piece of value.split(';')) {
    open += piece;
    if (piece.endsWith('\\')) open += ';';
    else {
      parts.push(open);
      open = '';
    }
  }
  if (open !== '') parts.push(open.slice(0, -1));
  return parts;
}

function plain(value: string): string {
  return value
    .replaceAll(/\\n/gi, ' ')
    .replaceAll(/\\([\\,;:])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `item1.TEL;type=CELL:0712 345 678`. */
function readProperty(line: string): Property | undefined {
  const found = /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:[^:;"]|"[^"]*")*)*):(.*)$/s.exec(line);
  if (!found) return undefined;
  const [, name = '', parameters = '', value = ''] = found;
  const property = { name: name.toUpperCase(), parameters: parameters.toUpperCase() };
  return { ...property, value: decode({ ...property, value }) };
}

/** Of old phones, whose names may also be in Base64, and in another character set. */
function decode({ name, parameters, value }: Property): string {
  if (parameters.includes('QUOTED-PRINTABLE')) return unquote(value, parameters);
  const isBase64 = named.has(name) && /\b(?:BASE64|ENCODING=B)\b/.test(parameters);
  return isBase64 ? decodeOctets(octetsOfBase64(value), parameters) : value;
}

/** Also of text that Base64 does not end in, or that has blanks in it. */
function octetsOfBase64(value: string): Uint8Array {
  const digits = value.replace(/=.*$/s, '').replaceAll(/[^A-Za-z0-9+/]/g, '');
  return latin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

function unquote(value: string, parameters: string): string {
  const octets = value.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // What was not written so is beyond an octet, and stays.
  return /[^\0-\xff]/.test(octets) ? octets : decodeOctets(latin1(octets), parameters);
}

function decodeOctets(octets: Uint8Array, parameters: string): string {
  const charset = /\bCHARSET="?([\w-]+)/.exec(parameters)?.[1];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(octets);
  } catch {
    return new TextDecoder('windows-1252').decode(octets);
  }
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Lines that go on in the next, by a blank there or a `=` at the end of quoted-printable, in one. */
function* unfold(text: string): Generator<{ at: number; line: string }> {
  let open: { at: number; line: string } | undefined;
  let at = 0;
  for (const [line = ''] of text.replace(/^\uFEFF/, '').matchAll(/.*?(?:\r\n|\r|\n|$)/gs)) {
    at += 1;
    const content = line.replace(/[\r\n]+$/, '');
    const isSoft = open !== undefined && isQuotedAndOpen(open.line);
    if (open && (isSoft || /^[ \t]/.test(content))) {
      if (open.line.length < longestLine) {
        open.line = isSoft ? open.line.slice(0, -1) + content : open.line + content.slice(1);
      }
      continue;
    }
    if (open) yield open;
    open = { at, line: content.slice(0, longestLine) };
  }
  if (open) yield open;
}

function isQuotedAndOpen(line: string): boolean {
  return line.endsWith('=') && /QUOTED-PRINTABLE/i.test(line);
}
