import { parseCsvLine } from './csv.ts';
import { findLines, type Span } from './csv-lines.ts';

/** A record of a table that a person keeps as a file, by the number of its first line, from 1. */
export type CsvFileLine = {
  at: number;
  line: string;
  /** Undefined where its quotes do not match, or where it is too long to be read. */
  cells: string[] | undefined;
};

export type CsvRecords = {
  delimiter: string;
  /** Each is parsed when it is taken; they can be taken several times. */
  records: Iterable<CsvFileLine>;
};

/** Characters of a record that is read: more than any program writes of a contact with all its notes. */
export const longestCsvLine = 10_000;

/** Tells the records of a table from other text, and its header too. */
export type Telling = {
  isHeader: (cells: string[]) => boolean;
  isRecord: (cells: string[]) => boolean;
};

const anything: Telling = { isHeader: () => true, isRecord: () => true };

/**
 * Reads a table as other programs export it: separated by what its first line says (`sep=;`), else by that
 * of commas, semicolons, tabs and bars with which most lines are telling, else by that which the first line
 * has most of. A stray quote spoils no line but its own: a record goes on in the next lines only where its
 * quotes then match, and none of those lines is a record by itself, but within a cell that is one as a whole. Empty
 * lines count, but are left out. A table that was pasted into one column of a spreadsheet, each line a cell in quotes,
 * is read as it was.
 */
export function readCsvRecords(file: string, telling: Telling = anything): CsvRecords {
  const text = unwrap(file.replace(/^\uFEFF/, ''), telling);
  const said = /^\s*"?sep=(\\t|[^\w\s"]|\t)"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(text);
  const start = { at: said ? 2 : 1, from: said?.[0].length ?? 0 };
  const delimiter = said ? (said[1] === '\\t' ? '\t' : (said[1] ?? ',')) : guess(text, telling);
  const table = { text, delimiter, isRecord: telling.isRecord };
  return {
    delimiter,
    records: { [Symbol.iterator]: () => readAll(table, findLines(text, start)) },
  };
}

export type CsvFile<Header> = {
  /** The first line, read as a header; undefined where it is a record already. */
  header: Header | undefined;
  lines: Iterable<CsvFileLine>;
};

/**
 * Reads a table whose first line may be a header.
 * @param findHeader reads it; undefined where it is a record already.
 */
export function readCsvFile<Header>(
  file: string,
  findHeader: (cells: string[]) => Header | undefined,
): CsvFile<Header> {
  const { records } = readCsvRecords(file);
  const [first] = records;
  const header = findHeader(first?.cells ?? []);
  return { header, lines: header === undefined ? records : after(records, 1) };
}

/** All records but the first ones. */
export function* after(records: Iterable<CsvFileLine>, left: number): Generator<CsvFileLine> {
  let passed = 0;
  for (const record of records) {
    if (passed >= left) yield record;
    passed += 1;
  }
}

type Table = { text: string; delimiter: string; isRecord: Telling['isRecord'] };

function* readAll(table: Table, source: Iterator<Span>): Generator<CsvFileLine> {
  const ahead = lookAhead(source);
  let width: number | undefined;
  for (let span = ahead.take(); span; span = ahead.take()) {
    const { at, from, until } = span;
    const line = table.text.slice(from, until);
    if (line.length > longestCsvLine) {
      yield { at, line, cells: undefined };
      continue;
    }
    const alone = parseCsvLine(line, table.delimiter);
    const joined = alone ? undefined : joinNext(table, from, ahead, width);
    const cells = alone ?? joined?.cells;
    width ??= cells?.length;
    yield { at, line: joined?.line ?? line, cells };
  }
}

type Ahead = {
  take: () => Span | undefined;
  /** The line that comes after so many others. */
  peek: (place: number) => Span | undefined;
};

function lookAhead(source: Iterator<Span>): Ahead {
  const queue: Span[] = [];
  const next = () => {
    const { done, value } = source.next();
    return done ? undefined : value;
  };
  return {
    take: () => queue.shift() ?? next(),
    peek(place) {
      while (queue.length <= place) {
        const span = next();
        if (!span) return undefined;
        queue.push(span);
      }
      return queue[place];
    },
  };
}

/** Tries of one record: each but the last leaves it open. */
const mostTries = 20;

/**
 * Reads a record whose quotes are open at the end of its first line, and takes the lines that it goes on in. Each line
 * of a cell may look like the record of a table of one column; then the whole cell must be one.
 */
function joinNext(table: Table, from: number, ahead: Ahead, width: number | undefined) {
  const { text, delimiter, isRecord } = table;
  /** The cells of a line up to its first quote, or all of them, where they are a record by themselves. */
  const recordOf = (line: string, isOdd: boolean) => {
    // What closes a cell is within it up to there; one cell alone is no record of several.
    const cells = isOdd ? line.split('"', 1)[0]?.split(delimiter) : parseCsvLine(line, delimiter);
    if (!cells || !isRecord(cells)) return undefined;
    const isWide = isOdd ? cells.length > 1 || (width ?? 1) === 1 : cells.length === width;
    return isWide ? cells : undefined;
  };
  let holdsRecords = false;
  let tries = 0;
  for (let place = 0; tries < mostTries; place += 1) {
    const span = ahead.peek(place);
    if (!span || span.until - from > longestCsvLine) return undefined;
    const last = text.slice(span.from, span.until);
    const isOdd = last.split('"').length % 2 === 0;
    const record = recordOf(last, isOdd);
    if (record) {
      const mayGoOn = record.length === 1 && (isOdd || !last.includes('"'));
      if (!mayGoOn) return undefined;
      holdsRecords = true;
    }
    // What is open is closed by an odd number of quotes alone.
    if (!isOdd) continue;
    tries += 1;
    const line = text.slice(from, span.until);
    const cells = parseCsvLine(line.replaceAll(/\r\n?/g, '\n'), delimiter);
    if (!cells) {
      if (record) return undefined;
      continue;
    }
    const isOne = cells.some((cell) => cell.includes('\n') && isRecord([cell]));
    const isWide = width === undefined || (cells.length > 1 && cells.length <= width + 1);
    const fits = holdsRecords || (width === 1 && cells.length === 1) ? isOne : isWide;
    if (!fits) return undefined;
    for (let taken = 0; taken <= place; taken += 1) ahead.take();
    return { cells, line };
  }
  return undefined;
}

const delimiters = [',', ';', '\t', '|'];
/** Lines that are looked at. */
const sampled = 10;

function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (const { from, until } of findLines(text, { at: 1, from: 0 })) {
    lines.push(text.slice(from, Math.min(until, from + longestCsvLine)));
    if (lines.length === sampled) break;
  }
  return lines;
}

const wrapped = /^[ \t]*"((?:[^"\r\n]|"")*)"[ \t;,]*$/gm;

/** Only where a header can be told: `"Kamau, John"` may also be a cell of a table of one column. */
function unwrap(text: string, telling: Telling): string {
  if (telling === anything) return text;
  const lines = firstLines(text);
  const inner = lines.map(unwrapLine);
  if (lines.length < 2 || lines.some((line, at) => line === inner[at])) return text;
  const isTable = delimiters.some((delimiter) => {
    const [first, ...more] = inner.map((line) => parseCsvLine(line, delimiter));
    if (first === undefined || first.length < 2 || !telling.isHeader(first)) return false;
    return more.every((cells) => cells?.length === first.length);
  });
  return isTable ? unwrapLine(text) : text;
}

function unwrapLine(text: string): string {
  return text.replace(wrapped, (_, inner: string) => inner.replaceAll('""', '"'));
}

function guess(text: string, { isHeader, isRecord }: Telling): string {
  const lines = firstLines(text);
  const weigh = (delimiter: string) => {
    const rows = lines.map((line) => parseCsvLine(line, delimiter) ?? line.split(delimiter));
    const isTelling = (row: string[]) => isHeader(row) || isRecord(row);
    return rows.filter(isTelling).length * longestCsvLine + (rows[0]?.length ?? 0);
  };
  const weights = delimiters.map(weigh);
  return delimiters[weights.indexOf(Math.max(...weights))] ?? ',';
}
