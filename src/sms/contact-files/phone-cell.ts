import { normalisePhone, phoneOfNetwork } from '../../kit/text/phone.ts';

/** What was done to a number so that it could be read. */
export const mends = [
  'lostZero',
  'countryPrefix',
  'textMark',
  'unseen',
  'exponent',
  'decimals',
  'thousands',
  'several',
  'words',
] as const;
export type Mend = (typeof mends)[number];

export type PhoneCell = {
  /** Kenyan mobile numbers as `254XXXXXXXXX`, each once. */
  phones: string[];
  /** Undefined where the cell was one number in an ordinary form. */
  mend: Mend | undefined;
  /** True for a number of which a spreadsheet has kept the first digits alone. */
  isDamaged: boolean;
};

const none: PhoneCell = { phones: [], mend: undefined, isDamaged: false };

/** Cells that are looked at: from `7E8`, of which a spreadsheet has kept one digit, to a dozen numbers. */
const shortestCell = 3;
const longestCell = 200;

/**
 * Reads the numbers of a cell as spreadsheets and phone books leave them. Nothing is guessed: what is not
 * one number beyond doubt is none.
 */
export function readPhoneCell(written: string): PhoneCell {
  const cell = written.trim();
  if (cell.length > longestCell || cell.length < shortestCell) return none;
  const digits = withPlainDigits(cell);
  if (!/\d/.test(digits)) return none;
  const plain = narrow(digits.replace(unseen, '').replace(/\p{Pd}|\u2212/gu, '-'));
  const one = readNumber(plain);
  if (one.isDamaged) return { ...none, isDamaged: true };
  if (one.phone !== undefined) {
    return { ...none, phones: [one.phone], mend: one.mend ?? mendOfSigns(cell, plain) };
  }
  // Marks that part numbers in other cells part digits here, where the whole of them is one number.
  const { phone } = readNumber(plain.replace(betweenDigits, '$1-'));
  if (phone !== undefined) return { ...none, phones: [phone], mend: 'words' };
  return readSeveral(plain);
}

const betweenDigits = /(\d)[/_|\u00b7](?=\d)/g;

/** Wide digits, and those of Arabic and of Persian, as 0 to 9. */
function withPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** One blank, or one end of a line, for many: patterns that look for what stands between them stay quick. */
function narrow(text: string): string {
  return text.trim().replace(/\s{2,}/g, (blanks) => (/[\n\r\t]/.test(blanks) ? '\n' : ' '));
}

/** Control characters too, and the ends of lines of a cell. */
const unseen = /(?![\n\r\t])(?:[\p{Cf}\p{Cc}]|\p{Variation_Selector})/gu;

function mendOfSigns(cell: string, plain: string): Mend | undefined {
  return narrow(cell) === plain ? undefined : 'unseen';
}

type OneNumber = { phone?: string; mend?: Mend; isDamaged?: true };

function readNumber(text: string): OneNumber {
  const phone = normalisePhone(text);
  if (phone !== undefined) return { phone };
  const { inner, isMarked } = unmark(text);
  const digits = readDigits(inner);
  if (digits === 'damaged') return { isDamaged: true };
  const found = normalisePhone(digits.text) ?? phoneOfNetwork(digits.text);
  if (found === undefined) return {};
  const lost = /^[17]/.test(digits.text.replaceAll(/\D/g, ''));
  const prefix = normalisePhone(digits.text) === undefined ? 'countryPrefix' : undefined;
  const mend = lost ? 'lostZero' : (digits.mend ?? (isMarked ? 'textMark' : prefix));
  return { phone: found, ...(mend && { mend }) };
}

/** Without what makes a spreadsheet keep a number as text: `="0712…"`, `'0712…`; or a link's `tel:`. */
function unmark(text: string): { inner: string; isMarked: boolean } {
  const inner = text
    .replace(/^=\s*(?=["'\d+(])/, '')
    .replace(/^(?:["'`‘’‚‛“”„´]|tel:){1,3} ?/i, '')
    .replace(/ ?["'`‘’“”´]{1,3}$/, '');
  return { inner, isMarked: inner !== text };
}

const withExponent = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** The digits of a number that a spreadsheet has taken for an amount. */
function readDigits(text: string): { text: string; mend?: Mend } | 'damaged' {
  const scientific = withExponent.exec(text.replaceAll(/\s/g, ''));
  if (scientific) {
    const [, first = '', rest = '', exponent] = scientific;
    const places = Number(exponent);
    const isWhole = rest.length >= places && /^0*$/.test(rest.slice(places));
    return isWhole ? { text: first + rest.slice(0, places), mend: 'exponent' } : 'damaged';
  }
  if (/^\+?\d{9,14}[.,]0{1,12}$/.test(text)) {
    return { text: text.replace(/[.,]0+$/, ''), mend: 'decimals' };
  }
  if (/^\+?\d{1,3}(?:[,'’]\d{3}){2,}(?:\.0+)?$/.test(text)) {
    return { text: text.replace(/\.0+$/, '').replaceAll(/\D/g, ''), mend: 'thousands' };
  }
  return { text };
}

/** Between the numbers of a cell: Google's ` ::: `, and what people put there. */
const between = /\s*(?::::|[;,/|&\n\r\t]|\s(?:or|and|au|na|ama)\s)\s*/i;
/** A run that may be a number, with nothing of a word or another number at its sides; browsers may know no `(?<`. */
const run = /(?:^|[^\p{L}\d.+])(\+?[\d(][\d ().-]{7,18}\d)(?![\p{L}\d]|\.\d)/gu;

function readSeveral(text: string): PhoneCell {
  const pieces = text.split(between).filter((piece) => piece !== '');
  return readList(pieces) ?? readList(text.split(/\s+/)) ?? readAmongWords(text);
}

/** Numbers and nothing else; undefined where there is anything beside them. */
function readList(parts: string[]): PhoneCell | undefined {
  const read = parts.map(readNumber);
  const phones = read.flatMap(({ phone }) => phone ?? []);
  if (phones.length === 0 || phones.length < parts.length) return undefined;
  return { ...none, phones: [...new Set(phones)], mend: phones.length > 1 ? 'several' : 'words' };
}

/** Among words, or other numbers, only what is a number as it stands: 712345678 may be that of an identity card. */
function readAmongWords(text: string): PhoneCell {
  const runs = [...text.matchAll(run)].map(([, each = '']) => each);
  const phones = new Set(runs.flatMap((each) => normalisePhone(each) ?? []));
  if (phones.size > 0) {
    return { ...none, phones: [...phones], mend: phones.size > 1 ? 'several' : 'words' };
  }
  const isDamaged = text.split(between).some((part) => readNumber(part).isDamaged === true);
  return { ...none, isDamaged };
}
