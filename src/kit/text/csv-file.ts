import { formulaSigns, parseCsvLine } from './csv.ts';

/** A line of a table that a person keeps as a file, by its number from 1. */
export type CsvFileLine = {
  at: number;
  line: string;
  /** Undefined where its quotes do not match, or where it is too long to be read. */
  cells: string[] | undefined;
};

export type CsvFile<Header> = {
  /** The first line, read as a header; undefined where it is a record already. */
  header: Header | undefined;
  /** Number of lines beside the header; those beyond `most` are not counted. */
  count: number;
  /** Each is parsed when it is taken. */
  lines: Iterable<CsvFileLine>;
};

/** Characters of a line that is read: more than any program writes of a contact with all its notes. */
export const longestCsvLine = 10_000;

/**
 * Reads a table as other programs export it: separated by commas, semicolons or tabs, whichever its first
 * line has most of. Each line is parsed by itself, so that a stray quote spoils no line but its own; empty
 * lines count, but are left out.
 * @param findHeader reads the first line as a header; undefined where it is a record already.
 * @param most lines are counted, before any is read; then `count` is above it.
 */
export function readCsvFile<Header>(
  file: string,
  findHeader: (cells: string[]) => Header | undefined,
  most = Number.MAX_SAFE_INTEGER,
): CsvFile<Header> {
  const text = file.replace(/^\uFEFF/, '');
  const spans = findLines(text, most + 2);
  const { from, until } = spans[0] ?? { from: 0, until: 0 };
  const opening = text.slice(from, Math.min(until, from + longestCsvLine));
  const delimiter = guessDelimiter(opening);
  const header = findHeader(parseCsvLine(opening, delimiter) ?? []);
  const records = spans.slice(header ? 1 : 0);
  return { header, count: records.length, lines: readLines(text, records, delimiter) };
}

function* readLines(text: string, spans: Span[], delimiter: string): Generator<CsvFileLine> {
  for (const { at, from, until } of spans) {
    const line = text.slice(from, until);
    const cells = line.length > longestCsvLine ? undefined : parseCsvLine(line, delimiter);
    yield { at, line, cells };
  }
}

/** Cell without spaces around it, and without the apostrophe that disarmed it. */
export function plainCell(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return isDisarmed(text) ? text.slice(1) : text;
}

/**
 * A text for `csvLine` that `plainCell` reads back unchanged: an apostrophe of its own that would be taken
 * for ours gets one of ours before it.
 */
export function armed(text: string): string {
  return isDisarmed(text) ? `'${text}` : text;
}

const disarmed = new RegExp(`^'+[${formulaSigns}]`);

/** True if a text looks like a formula that was disarmed by an apostrophe, as in `csvLine`. */
function isDisarmed(text: string): boolean {
  return disarmed.test(text);
}

/** A line by its number from 1, and its position in the text. */
type Span = { at: number; from: number; until: number };

const newline = 10;
const carriageReturn = 13;

/** Positions of the lines with content, at most `most`. */
function findLines(text: string, most: number): Span[] {
  const spans: Span[] = [];
  const { length } = text;
  const endOfLine = endsIn(text);
  for (let at = 1, from = 0; from < length && spans.length < most; at += 1) {
    let until = from;
    let code = text.charCodeAt(until);
    while (blanks[code] === 1) {
      until += 1;
      code = until < length ? text.charCodeAt(until) : newline;
    }
    if (code !== newline && code !== carriageReturn) {
      until = endOfLine(until);
      code = until < length ? text.charCodeAt(until) : newline;
      spans.push({ at, from, until });
    }
    const isPair = code === carriageReturn && text.charCodeAt(until + 1) === newline;
    from = until + (isPair ? 2 : 1);
  }
  return spans;
}

/** Finds the end of the line at a position; positions are asked for in their order. */
function endsIn(text: string): (place: number) => number {
  const next = (mark: string, place: number) => {
    const found = text.indexOf(mark, place);
    return found < 0 ? text.length : found;
  };
  // A file has one of the two, and is searched for the other once.
  let feed = -1;
  let carriage = -1;
  return (place) => {
    if (feed < place) feed = next('\n', place);
    if (carriage < place) carriage = next('\r', place);
    return Math.min(feed, carriage);
  };
}

/** By character code: 1 if it may be in an empty line, a blank of any kind or a delimiter of cells. */
const blanks = new Uint8Array(65_536);
for (const blank of ' ,;"\t\v\f\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') {
  blanks[blank.charCodeAt(0)] = 1;
}
blanks.fill(1, 0x2000, 0x200b);

function guessDelimiter(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most), ',');
}
