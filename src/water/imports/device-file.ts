import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { armed, csvLine, csvLineEnd, csvMark, plainCell } from '../../kit/text/csv.ts';
import { after, longestCsvLine, readCsvRecords } from '../../kit/text/csv-file.ts';
import { wellFormed } from '../../kit/text/well-formed.ts';
import { faultOfMacOrSerial } from '../device-rules.ts';
import { identityOf } from '../devices/identity.ts';
import { type Cells, type Column, columnNames, columnOf, isOfTankAlone } from './columns.ts';
import { deviceCell, readDeviceCell } from './device-cell.ts';

/** Bounds of a file, of which the bytes are counted before it is read, and the lines before any is. */
export const mostFileBytes = 4_194_304;
export const mostFileDevices = 20_000;
/** Columns that are looked at, and characters that are kept of a cell: more than any value may have. */
const mostColumns = 100;
const longestCell = 300;

/** A line of a file: what its cells say, or why it cannot be read. */
export type DeviceLine = { at: number; cells: Cells; fault: FaultText | undefined };

export type DeviceFile = {
  /** Columns as the file has them: undefined for one that is not understood. */
  columns: (Column | undefined)[];
  /** Its headings; none where the first line is a device already. */
  titles: string[];
  delimiter: string;
  /** Each is read when it is taken. */
  lines: Iterable<DeviceLine>;
};

const inOrder = columnNames.slice(0, 5);

/**
 * Reads a list of devices, one a line: with a heading for each column, in English or Swahili and in any
 * order, or else in the order MAC or serial, name, capacity, high, low; separated as `readCsvRecords` finds.
 */
export function readDeviceFile(text: string): DeviceFile {
  const { delimiter, records } = readCsvRecords(text, {
    isHeader: (cells) => namesDevice(cells.slice(0, mostColumns)),
    isRecord: (cells) => cells.length > 1 && faultOfMacOrSerial(plainCell(cells[0])) === undefined,
  });
  const { titles, place } = findHeadings(records);
  const isHeader = place !== undefined;
  const columns = isHeader ? columnsOf(titles) : [...inOrder];
  const lines = isHeader ? { [Symbol.iterator]: () => after(records, place + 1) } : records;
  return {
    columns,
    titles: isHeader ? titles.map((title) => title.trim().slice(0, 100)) : [],
    delimiter,
    lines: { [Symbol.iterator]: () => readLines(lines, columns) },
  };
}

/** Lines above the headings that say what the list is. */
const mostTitleLines = 5;

/** Finds the headings: in the first line, or below some lines of which none names a device. */
function findHeadings(records: ReturnType<typeof readCsvRecords>['records']): {
  titles: string[];
  place: number | undefined;
} {
  let place = 0;
  for (const { cells } of records) {
    const titles = cells?.slice(0, mostColumns) ?? [];
    if (namesDevice(titles)) return { titles, place };
    const first = plainCell(titles[0]);
    const isDevice = /\d/.test(first) && faultOfMacOrSerial(first) === undefined;
    if (isDevice || place === mostTitleLines) break;
    place += 1;
  }
  return { titles: [], place: undefined };
}

function namesDevice(cells: string[]): boolean {
  return cells.some((cell) => columnOf(cell) === 'mac_or_serial');
}

/** Of two columns with headings of one meaning the first counts. */
function columnsOf(titles: string[]): (Column | undefined)[] {
  const seen = new Set<Column>();
  return titles.map((title) => {
    const column = columnOf(title);
    if (column === undefined || seen.has(column)) return undefined;
    seen.add(column);
    return column;
  });
}

function* readLines(
  records: ReturnType<typeof readCsvRecords>['records'],
  columns: (Column | undefined)[],
): Generator<DeviceLine> {
  for (const { at, line, cells } of records) {
    if (!cells) {
      const isLong = line.length > longestCsvLine;
      const why = isLong ? fault('longLine', { most: longestCsvLine }) : fault('quotes');
      yield { at, cells: { mac_or_serial: wellFormed(line.slice(0, longestCell)) }, fault: why };
      continue;
    }
    const said: Cells = {};
    for (const [index, column] of columns.entries()) {
      const text = column ? readDeviceCell(column, cells[index]).slice(0, longestCell) : '';
      if (column && text !== '') said[column] = wellFormed(text);
    }
    yield { at, cells: said, fault: undefined };
  }
}

/**
 * Finds lines that name a device of a line before: the first counts. Lines of the tanks of several sensors are
 * none.
 */
export function createRepeats(): (line: DeviceLine) => FaultText | undefined {
  const seen = new Map<string, number>();
  return ({ at, cells, fault: unreadable }) => {
    const name = cells.mac_or_serial;
    if (unreadable || name === undefined) return undefined;
    const sensor = isOfTankAlone(cells) ? (cells.sensor ?? '') : '';
    const identity = `${identityOf(name)} ${sensor}`;
    const line = seen.get(identity);
    if (line !== undefined) return fault('repeatedLine', { line });
    seen.set(identity, at);
    return undefined;
  };
}

export const problemColumn = 'problem';

/** The first line of a file of lines that were refused, which is mended and sent again. */
export const refusedFileHeader = csvMark + csvLine([...columnNames, problemColumn]) + csvLineEnd;

/** One line of it: the cells as they were, and what is wrong with them. */
export function refusedFileLine(cells: Cells, problem: string): string {
  const texts = columnNames.map((column) => deviceCell(column, cells[column] ?? ''));
  return csvLine([...texts, armed(problem)]) + csvLineEnd;
}
