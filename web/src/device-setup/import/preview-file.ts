import type { FieldError } from '../../../../src/kit/api/failures/api-error.ts';
import { faultOfNearlyMac } from '../../../../src/water/device-rules.ts';
import type { Cells, Column } from '../../../../src/water/imports/columns.ts';
import {
  createRepeats,
  mostFileDevices,
  readDeviceFile,
} from '../../../../src/water/imports/device-file.ts';
import { readLine } from '../../../../src/water/imports/line-values.ts';

export type PreviewLine = { at: number; cells: Cells; errors: FieldError[] };

export type Preview = {
  lines: PreviewLine[];
  /** Columns that some line fills, in the order of the file. */
  columns: Column[];
  /** Headings that are not understood, whose columns are left out. */
  unknown: string[];
  isTooLong: boolean;
};

/** Reads a file as the server will, with every wrong column of each line. */
export function previewFile(text: string): Preview {
  const { columns, titles, lines: read } = readDeviceFile(text);
  const repeated = createRepeats();
  const lines: PreviewLine[] = [];
  let isTooLong = false;
  for (const line of read) {
    if (lines.length === mostFileDevices) {
      isTooLong = true;
      break;
    }
    const fault = line.fault ?? repeated(line) ?? faultOfNearlyMac(line.cells.mac_or_serial ?? '');
    const errors =
      fault === undefined
        ? readLine(line.cells).faults
        : [{ field: 'mac_or_serial', message: fault }];
    lines.push({ at: line.at, cells: line.cells, errors });
  }
  const filled = new Set(lines.flatMap(({ cells }) => Object.keys(cells)));
  return {
    lines,
    columns: columns.filter((column) => column !== undefined && filled.has(column)) as Column[],
    unknown: titles.filter((title, at) => title !== '' && columns[at] === undefined),
    isTooLong,
  };
}
