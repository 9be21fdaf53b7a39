import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { csvLine, csvLineEnd, csvMark } from '../../kit/text/csv.ts';
import {
  armed,
  type CsvFileLine,
  longestCsvLine,
  plainCell,
  readCsvFile,
} from '../../kit/text/csv-file.ts';
import type { WrittenContact } from './contact-list.ts';

/** Usual headings of the columns of a list, in English and Swahili. */
const phoneTitles = ['phone', 'phone number', 'number', 'mobile', 'msisdn', 'simu', 'namba'];
const nameTitles = ['name', 'full name', 'jina'];

type Columns = { phone: number; name: number };

export type ContactFile = {
  /** Lines that hold anything, beside the header. */
  count: number;
  /** Each is read when it is taken. */
  written: Iterable<WrittenContact>;
};

/**
 * Reads a file of contacts, one a line: with a header line that names its columns, or else the number
 * first and the name second; separated by commas, semicolons or tabs. Each line is read for itself, so
 * that a stray quote spoils no line but its own; empty lines count, but hold nothing.
 * @param most lines are counted, before any is read; then `count` is above it.
 */
export function readContactFile(text: string, most: number): ContactFile {
  const { header, count, lines } = readCsvFile(text, findContactColumns, most);
  return { count, written: pickFrom(lines, header ?? { phone: 0, name: 1 }) };
}

function* pickFrom(lines: Iterable<CsvFileLine>, columns: Columns): Generator<WrittenContact> {
  for (const { at, line, cells } of lines) {
    if (cells) yield { at, ...pick(cells, columns) };
    else yield { at, phone: line, fault: faultOfLine(line) };
  }
}

function faultOfLine({ length }: string): FaultText {
  const isLong = length > longestCsvLine;
  return isLong ? fault('longLine', { most: longestCsvLine }) : fault('quotes');
}

/** The first line of an export. */
export const contactFileHeader = csvMark + csvLine(['phone', 'name']) + csvLineEnd;

/** One line of an export, safe in a spreadsheet, which `readContactFile` reads as it was. */
export function contactFileLine({ phone, name }: { phone: string; name: string | null }): string {
  return csvLine([phone, armed(name ?? '')]) + csvLineEnd;
}

function pick(cells: string[], { phone, name }: Columns): { phone: string; name: string } {
  return { phone: plainCell(cells[phone]), name: plainCell(cells[name]) };
}

/** Finds the columns that a header line names; undefined where the line is a contact already. */
export function findContactColumns(cells: string[]): Columns | undefined {
  const titles = cells.map((cell) => cell.trim().toLowerCase().replaceAll('_', ' '));
  const phone = titles.findIndex((title) => phoneTitles.includes(title));
  const name = titles.findIndex((title) => nameTitles.includes(title));
  return phone < 0 ? undefined : { phone, name };
}
