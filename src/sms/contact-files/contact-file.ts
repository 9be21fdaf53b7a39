import { type FaultCode, type FaultText, fault } from '../../kit/api/failures/faults.ts';
import {
  csvLine,
  csvLineEnd,
  csvMark,
  isValueLike,
  plainCell,
  typedCell,
} from '../../kit/text/csv.ts';
import {
  after,
  type CsvFileLine,
  longestCsvLine,
  readCsvRecords,
} from '../../kit/text/csv-file.ts';
import { unfitForLine } from '../../kit/text/line-pattern.ts';
import { spacedPhone } from '../../kit/text/phone.ts';
import {
  type ChosenColumns,
  type Columns,
  type FoundColumns,
  findColumns,
  telling,
} from './columns.ts';
import type { Mended, WrittenContact } from './contact-list.ts';
import { type Mend, readPhoneCell } from './phone-cell.ts';
import { areVcards, columnsOfVcards, readVcards } from './vcards.ts';

export type ContactFile = {
  columns: FoundColumns;
  delimiter: string;
  /** Records beside the header. */
  records: Iterable<CsvFileLine>;
  /** Contacts of the records, each read when it is taken: none of a number, or several. */
  written: Iterable<WrittenContact>;
  /** Records that were taken so far; one more than `most` where the file has more. */
  count: () => number;
};

/**
 * Reads a file of contacts as phone books, shops and spreadsheets export it: a contact a record, with its
 * number and name in the columns that the header names, or that were chosen; without a header in the column
 * in which numbers stand, and the one beside it. The cards of phones (`.vcf`) are read too.
 */
export function readContactFile(
  text: string,
  most: number,
  chosen: ChosenColumns = {},
): ContactFile {
  const isCards = areVcards(text);
  const { delimiter, records } = isCards
    ? { delimiter: ':', records: { [Symbol.iterator]: () => readVcards(text) } }
    : readCsvRecords(text, telling);
  const columns = isCards ? columnsOfVcards(chosen) : findColumns(records, chosen);
  const own = { [Symbol.iterator]: () => after(records, columns.headerLines) };
  let count = 0;
  function* read(): Generator<WrittenContact> {
    count = 0;
    for (const record of own) {
      count += 1;
      if (count > most) return;
      yield* contactsOf(record, columns);
    }
  }
  return {
    columns,
    delimiter,
    records: own,
    written: { [Symbol.iterator]: read },
    count: () => count,
  };
}

function contactsOf({ at, line, cells }: CsvFileLine, columns: Columns): WrittenContact[] {
  if (!cells) return [{ at, phone: line, fault: faultOfLine(line) }];
  const name = readName(cells, columns);
  const read = columns.phone.map((column) => {
    const written = (cells[column] ?? '').trim();
    return { written, ...readPhoneCell(written) };
  });
  const first = read.find(({ phones }) => phones.length > 0);
  if (!first) return [{ at, ...noNumber(read), name }];
  const taken = columns.takesAll ? read : [first];
  const phones = [...new Set(taken.flatMap((cell) => cell.phones))];
  const mended: Mended[] = [];
  for (const cell of read) {
    const isFurther = cell.phones.some((phone) => !phones.includes(phone));
    const note = isFurther ? 'further' : taken.includes(cell) ? cell.mend : undefined;
    if (!note) continue;
    const of = isFurther ? [] : cell.phones;
    mended.push({ at, written: cell.written, phones: of, note: fault(notes[note]) });
  }
  return phones.map((phone, index) => ({ at, phone, name, ...(index === 0 && { mended }) }));
}

const notes: Record<Mend | 'further', FaultCode> = {
  lostZero: 'mendLostZero',
  countryPrefix: 'mendCountryPrefix',
  textMark: 'mendTextMark',
  unseen: 'mendUnseen',
  exponent: 'mendExponent',
  decimals: 'mendDecimals',
  thousands: 'mendThousands',
  several: 'mendSeveral',
  words: 'mendWords',
  further: 'mendFurther',
};

/** The cell that looks most like a number, and what is wrong with it. */
function noNumber(read: { written: string; isDamaged: boolean }[]) {
  const damaged = read.find(({ isDamaged }) => isDamaged);
  if (damaged) return { phone: damaged.written, fault: fault('lostDigits') };
  const digits = (cell: string) => cell.replaceAll(/\D/g, '').length;
  const cells = read.map(({ written }) => written).filter((cell) => cell !== '');
  const [phone] = cells.sort((a, b) => digits(b) - digits(a));
  return phone === undefined
    ? { phone: '', fault: fault('numberMissing') }
    : { phone, fault: fault('noPhone') };
}

function faultOfLine({ length }: string): FaultText {
  const isLong = length > longestCsvLine;
  return isLong ? fault('longLine', { most: longestCsvLine }) : fault('quotes');
}

/** The first choice of columns that holds anything. */
function readName(cells: string[], { name }: Columns): string {
  for (const choice of name) {
    const text = choice
      .map((column) => plainName(cells[column] ?? ''))
      .filter(Boolean)
      .join(' ');
    if (text !== '') return text;
  }
  return '';
}

const lineEnds = /\s*[\r\n\t\v\f\u2028\u2029]+\s*/g;
const unfit = new RegExp(`[${unfitForLine}]`, 'gu');

/** A name in one line, without what makes a spreadsheet keep it as text. */
function plainName(cell: string): string {
  const quoted = /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? plainCell(cell);
  const text = quoted.startsWith("'") && isValueLike(quoted) ? quoted.slice(1) : quoted;
  return text.replace(lineEnds, ' ').replace(unfit, '').trim();
}

/** The first line of an export. */
export const contactFileHeader = csvMark + csvLine(['phone', 'name']) + csvLineEnd;

/**
 * One line of an export, which a spreadsheet opens and saves without harm, and which `readContactFile` reads
 * as it was. Twelve digits would be an amount to it, and come back as 2.54713E+11; with blanks they are text.
 */
export function contactFileLine({ phone, name }: { phone: string; name: string | null }): string {
  return csvLine([spacedPhone(phone), typedCell(name ?? '')]) + csvLineEnd;
}
