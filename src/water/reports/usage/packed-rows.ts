import { nanAsNull } from '../../../kit/nan-as-null.ts';

type NumberRow = Record<string, number | null>;

/** Rows of numbers as one block of memory, which crosses threads with a single copy. */
export type PackedRows = { columns: string[]; values: Float64Array };

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = { packRows };

export function packRows(rows: (number | null)[][], columns: string[]): PackedRows {
  const values = new Float64Array(rows.length * columns.length);
  let at = 0;
  for (const row of rows) {
    for (const value of row) values[at++] = value ?? Number.NaN;
  }
  return { columns, values };
}

/** Unpacks rows; NaN becomes null. */
export function unpackRows({ columns, values }: PackedRows): NumberRow[] {
  const rows: NumberRow[] = [];
  for (let at = 0; at < values.length; ) {
    const row: NumberRow = {};
    for (const column of columns) {
      row[column] = nanAsNull(values[at++]);
    }
    rows.push(row);
  }
  return rows;
}
