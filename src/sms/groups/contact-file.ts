import { csvLine, csvLineEnd, parseCsvLine } from '../../kit/csv.ts';
import { type Rejection, reject, type WrittenContact } from './contact-list.ts';

/** How people head the columns of their lists, in English and Swahili. */
const phoneTitles = ['phone', 'phone number', 'number', 'mobile', 'msisdn', 'simu', 'namba'];
const nameTitles = ['name', 'full name', 'jina'];

type Columns = { phone: number; name: number };

export type ReadFile = {
  written: WrittenContact[];
  /** Lines that are no CSV. */
  rejections: Rejection[];
};

/**
 * Reads a file of contacts, one a line: with a header line that names its columns, or else the number
 * first and the name second; separated by commas, semicolons or tabs. Each line is read for itself, so
 * that a stray quote spoils no line but its own; empty lines count, but hold nothing.
 */
export function readContactFile(text: string): ReadFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const opening = lines.findIndex((line) => !isEmpty(line));
  const delimiter = guessDelimiter(lines[opening] ?? '');
  const header = findColumns(parseCsvLine(lines[opening] ?? '', delimiter) ?? []);
  const columns = header ?? { phone: 0, name: 1 };
  const written: WrittenContact[] = [];
  const rejections: Rejection[] = [];
  for (const [index, line] of lines.entries()) {
    if (isEmpty(line) || (header && index === opening)) continue;
    const cells = parseCsvLine(line, delimiter);
    const at = index + 1;
    if (cells) written.push({ at, ...pick(cells, columns) });
    else rejections.push(reject({ at, phone: line }, 'has quotes that do not match'));
  }
  return { written, rejections };
}

/** The first line of an export. */
export const contactFileHeader = csvLine(['phone', 'name']) + csvLineEnd;

/** One line of an export, safe in a spreadsheet, which `readContactFile` reads as it was. */
export function contactFileLine({ phone, name }: { phone: string; name: string | null }): string {
  const text = name ?? '';
  // An apostrophe of the name's own, where it would read as one of ours, gets one of ours before it.
  return csvLine([phone, isDisarmed(text) ? `'${text}` : text]) + csvLineEnd;
}

/** Whether a text looks like a formula that was led by an apostrophe, as `csvLine` does. */
function isDisarmed(text: string): boolean {
  return /^'+[=+\-@]/.test(text);
}

function plain(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return isDisarmed(text) ? text.slice(1) : text;
}

function pick(cells: string[], { phone, name }: Columns): { phone: string; name: string } {
  return { phone: plain(cells[phone]), name: plain(cells[name]) };
}

function isEmpty(line: string): boolean {
  return /^[\s,;"]*$/.test(line);
}

function guessDelimiter(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most), ',');
}

/** Which columns a header line names; undefined where the line is a contact already. */
function findColumns(cells: string[]): Columns | undefined {
  const titles = cells.map((cell) => cell.trim().toLowerCase().replaceAll('_', ' '));
  const phone = titles.findIndex((title) => phoneTitles.includes(title));
  const name = titles.findIndex((title) => nameTitles.includes(title));
  return phone < 0 ? undefined : { phone, name };
}
