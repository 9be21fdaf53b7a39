import { nanAsNull } from '../../kit/nan-as-null.ts';
import { ofReadings } from './listed-readings.ts';

type NumberRow = Record<string, number | null>;

/** Rows of numbers as one block of memory, which crosses threads with a single copy. */
export type NumberRows = { columns: readonly string[]; values: Float64Array };

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = { joinRows, joinReadings: ofReadings(joinRows) };

function joinRows(rows: (number | null)[][], columns: readonly string[]): NumberRows {
  const values = new Float64Array(rows.length * columns.length);
  let at = 0;
  for (const row of rows) {
    for (const value of row) values[at++] = value ?? Number.NaN;
  }
  return { columns, values };
}

/** Rows as they were before `joinRows`; NaN becomes null. */
export function splitRows({ columns, values }: NumberRows): NumberRow[] {
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
