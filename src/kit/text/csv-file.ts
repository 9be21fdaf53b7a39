import { formulaSigns, parseCsvLine } from './csv.ts';

/** A line of a file that people keep, by its number from 1. */
export type CsvFileLine = {
  at: number;
  line: string;
  /** Undefined where its quotes do not match. */
  cells: string[] | undefined;
};

/**
 * Reads a table as people export it: separated by commas, semicolons or tabs, whichever its first line
 * has most of. Each line is read for itself, so that a stray quote spoils no line but its own; empty
 * lines count, but are left out.
 * @param findHeader what the first line says of the columns; undefined where it is a record already.
 */
export function readCsvFile<Header>(
  text: string,
  findHeader: (cells: string[]) => Header | undefined,
): { header: Header | undefined; lines: CsvFileLine[] } {
  const texts = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const opening = texts.find((line) => !isEmpty(line)) ?? '';
  const delimiter = guessDelimiter(opening);
  const header = findHeader(parseCsvLine(opening, delimiter) ?? []);
  const lines = texts
    .map((line, index) => ({ at: index + 1, line }))
    .filter(({ line }) => !isEmpty(line))
    .slice(header ? 1 : 0)
    .map(({ at, line }) => ({ at, line, cells: parseCsvLine(line, delimiter) }));
  return { header, lines };
}

/** A cell as it was meant: without spaces around it, and without the apostrophe that disarmed it. */
export function plainCell(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return isDisarmed(text) ? text.slice(1) : text;
}

/**
 * A text for `csvLine` that `plainCell` reads as it was: an apostrophe of its own, where it would read
 * as one of ours, gets one of ours before it.
 */
export function armed(text: string): string {
  return isDisarmed(text) ? `'${text}` : text;
}

const disarmed = new RegExp(`^'+[${formulaSigns}]`);

/** Whether a text looks like a formula that was led by an apostrophe, as `csvLine` does. */
function isDisarmed(text: string): boolean {
  return disarmed.test(text);
}

function isEmpty(line: string): boolean {
  return /^[\s,;"]*$/.test(line);
}

function guessDelimiter(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most), ',');
}
