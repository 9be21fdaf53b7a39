import type { FaultText } from '../../../../src/kit/api/failures/faults.ts';
import { armed, csvLine, csvLineEnd, plainCell } from '../../../../src/kit/text/csv.ts';
import { readCsvFile } from '../../../../src/kit/text/csv-file.ts';
import {
  capacityRange,
  faultOfDeviceName,
  faultOfInteger,
  faultOfMacOrSerial,
  highRange,
  lowRange,
} from '../../../../src/water/device-rules.ts';
import { identityOf } from '../../../../src/water/devices/identity.ts';

/** Reason why a line is not sent to the server. */
export type RowProblem =
  | { kind: 'quotes' | 'noIdentity' }
  | { kind: 'noNumber'; text: string }
  | { kind: 'repeated'; line: number }
  | { kind: 'wrong'; faults: ColumnFault[] };

export type ColumnFault = { column: Column; message: FaultText };

/** A device of the file. Empty cells are undefined. */
export type DeviceRow = {
  /** From 1. */
  at: number;
  macOrSerial: string;
  name: string | undefined;
  /** Litres, percent, percent. */
  capacity: number | undefined;
  high: number | undefined;
  low: number | undefined;
  problem: RowProblem | undefined;
  /** Cells as in the file, to be saved again if the line fails. */
  cells: string[];
};

const columnNames = ['mac_or_serial', 'name', 'capacity', 'high', 'low'] as const;
type Column = (typeof columnNames)[number];
type Columns = Partial<Record<Column, number>>;

const titles: Record<Column, string[]> = {
  mac_or_serial: [
    'mac or serial',
    'mac serial',
    'mac',
    'mac address',
    'serial',
    'serial number',
    'device',
    'kifaa',
  ],
  name: ['name', 'device name', 'jina', 'jina la kifaa'],
  capacity: ['capacity', 'litres', 'liters', 'volume', 'ujazo', 'lita'],
  high: ['high', 'high threshold', 'juu', 'kikomo cha juu'],
  low: ['low', 'low threshold', 'chini', 'kikomo cha chini'],
};

const inOrder: Columns = { mac_or_serial: 0, name: 1, capacity: 2, high: 3, low: 4 };

/**
 * Reads a list of devices, one per line: with a header line that names its columns, or else in the
 * order MAC or serial, name, capacity, high, low; separated by commas, semicolons or tabs.
 */
export function readDeviceFile(text: string): DeviceRow[] {
  const { header, lines } = readCsvFile(text, findColumns);
  const rows = Array.from(lines, ({ at, line, cells }) =>
    readRow(at, line, cells, header ?? inOrder),
  );
  return markRepeated(rows);
}

/** Writes the failed lines as a file to be corrected and imported again. */
export function deviceFile(rows: readonly { row: DeviceRow; problem: string }[]): string {
  const header = csvLine([...columnNames, 'problem']);
  const lines = rows.map(({ row, problem }) => {
    const values = [...columnNames.map((_, index) => row.cells[index] ?? ''), problem];
    return csvLine(values.map(armed));
  });
  return [header, ...lines, ''].join(csvLineEnd);
}

function readRow(
  at: number,
  line: string,
  cells: string[] | undefined,
  columns: Columns,
): DeviceRow {
  const nothing = { name: undefined, capacity: undefined, high: undefined, low: undefined };
  if (!cells) {
    return { ...nothing, at, macOrSerial: line, problem: { kind: 'quotes' }, cells: [line] };
  }
  const texts = columnNames.map((column) => {
    const index = columns[column];
    return index === undefined ? '' : plainCell(cells[index]);
  });
  const [macOrSerial = '', name = '', ...amounts] = texts;
  const [capacity, high, low] = amounts.map(readAmount);
  const wrong = amounts.find((text) => Number.isNaN(readAmount(text)));
  const faults = findFaults({ mac_or_serial: macOrSerial, name, capacity, high, low });
  const problem: RowProblem | undefined =
    macOrSerial === ''
      ? { kind: 'noIdentity' }
      : wrong !== undefined
        ? { kind: 'noNumber', text: wrong }
        : faults.length > 0
          ? { kind: 'wrong', faults }
          : undefined;
  return { at, macOrSerial, name: name || undefined, capacity, high, low, problem, cells: texts };
}

type Values = {
  mac_or_serial: string;
  name: string;
  capacity: number | undefined;
  high: number | undefined;
  low: number | undefined;
};

/** Finds the faults that the API would refuse, column by column; empty cells are not sent. */
function findFaults({ mac_or_serial, name, capacity, high, low }: Values): ColumnFault[] {
  const integer = (value: number | undefined, range: typeof capacityRange) =>
    value === undefined ? undefined : faultOfInteger(value, range);
  const messages = {
    mac_or_serial: faultOfMacOrSerial(mac_or_serial),
    name: name === '' ? undefined : faultOfDeviceName(name),
    capacity: integer(capacity, capacityRange),
    high: integer(high, highRange),
    low: integer(low, lowRange),
  };
  return columnNames.flatMap((column) => {
    const message = messages[column];
    return message === undefined ? [] : [{ column, message }];
  });
}

/** Reads an amount such as `1000`, `1 000`, `1,000 L` or `90 %`; NaN if it is no number. */
function readAmount(text: string): number | undefined {
  if (text === '') return undefined;
  const plain = text
    .replace(/\s*(%|l|litres|liters|lita)$/i, '')
    .replaceAll(/[\s,](?=\d{3}(\D|$))/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Marks repeated devices: the first line counts, later ones refer to it. */
function markRepeated(rows: DeviceRow[]): DeviceRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    if (row.problem) return row;
    const identity = identityOf(row.macOrSerial);
    const line = seen.get(identity);
    if (line !== undefined) return { ...row, problem: { kind: 'repeated', line } };
    seen.set(identity, row.at);
    return row;
  });
}

/** Finds the columns that a header line names; undefined if the line is a device already. */
function findColumns(cells: string[]): Columns | undefined {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/\s*\(.*\)$/, '')
      .replaceAll(/[_/\s]+/g, ' '),
  );
  const columns: Columns = {};
  for (const column of columnNames) {
    const index = names.findIndex((name) => titles[column].includes(name));
    if (index >= 0) columns[column] = index;
  }
  return columns.mac_or_serial === undefined ? undefined : columns;
}
