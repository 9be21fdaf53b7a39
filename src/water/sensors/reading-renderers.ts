import { csvLine, csvLineEnd } from '../../kit/csv.ts';
import { createInstantTexts } from './instant-texts.ts';
import { type NamedReadingRow, presentReading } from './reading-schema.ts';

/** A page of readings as bytes of text, oldest first. */
export type RenderedReadings = {
  text: Uint8Array;
  count: number;
  /** When the last of them was recorded; null where there is none. */
  last: number | null;
};

/** What runs beside the database connection; see `db/renderer.ts`. */
export const renderers = { readingsAsJson, readingsAsCsv };

/** Records of a JSON array, without its brackets. */
function readingsAsJson(rows: NamedReadingRow[]): RenderedReadings {
  const texts = createInstantTexts();
  const list = JSON.stringify(rows.map((row) => presentReading(row, texts)));
  return toPage(rows, list.slice(1, -1));
}

/**
 * Lines of CSV. Only names are typed by people, so only they go through the library, each once; the
 * rest are numbers and words of our own. That is twice as fast as giving it every cell.
 */
function readingsAsCsv(rows: NamedReadingRow[]): RenderedReadings {
  const texts = createInstantTexts();
  const cells = new Map<string, string>();
  let lines = '';
  for (const row of rows) {
    const reading = presentReading(row, texts);
    let cell = cells.get(row.sensor_name);
    if (cell === undefined) {
      cell = csvLine([row.sensor_name]);
      cells.set(row.sensor_name, cell);
    }
    reading.sensor_name = cell;
    lines += Object.values(reading).join(',') + csvLineEnd;
  }
  return toPage(rows, lines);
}

function toPage(rows: NamedReadingRow[], text: string): RenderedReadings {
  return {
    text: new TextEncoder().encode(text),
    count: rows.length,
    last: rows.at(-1)?.recorded_at ?? null,
  };
}
