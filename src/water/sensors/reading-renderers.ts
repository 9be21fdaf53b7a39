import type { Flag } from '../../db/tables.ts';
import { csvLine, csvLineEnd } from '../../kit/csv.ts';
import { createInstantTexts } from './instant-texts.ts';
import {
  type NamedReadingRow,
  presentReading,
  pumpStatusOf,
  sourceOf,
  statusOf,
} from './reading-schema.ts';

/** A page of readings as bytes of text, oldest first. */
export type RenderedReadings = {
  text: Uint8Array;
  count: number;
  /** When the last of them was recorded; null where there is none. */
  last: number | null;
};

/** What runs beside the database connection; see `db/renderer.ts`. */
export const renderers = { readingsAsJson, readingsAsCsv };

/** A reading in the order in which `readingsPage` names the columns. */
type ListedReading = [
  device_id: number,
  sensor_no: number,
  recorded_at: number,
  level: number,
  level_cm: number | null,
  volume: number | null,
  temperature: number | null,
  pump: Flag | null,
  latitude: number | null,
  longitude: number | null,
  status: number,
  source: number,
  sensor_name: string,
];

const recordedAt = 2;

/** Records of a JSON array, without its brackets. */
function readingsAsJson(rows: ListedReading[]): RenderedReadings {
  const texts = createInstantTexts();
  const list = JSON.stringify(rows.map((row) => presentReading(toRow(row), texts)));
  return toPage(rows, list.slice(1, -1));
}

function toRow(row: ListedReading): NamedReadingRow {
  return {
    device_id: row[0],
    sensor_no: row[1],
    recorded_at: row[recordedAt],
    level: row[3],
    level_cm: row[4],
    volume: row[5],
    temperature: row[6],
    pump: row[7],
    latitude: row[8],
    longitude: row[9],
    status: row[10],
    source: row[11],
    sensor_name: row[12],
  };
}

/**
 * Lines of CSV, with the members of a reading in the order of its schema. Only names are typed by
 * people, so only they go through the library, each once; the rest are numbers and words of our own.
 */
function readingsAsCsv(rows: ListedReading[]): RenderedReadings {
  const texts = createInstantTexts();
  const names = new Map<string, string>();
  let lines = '';
  for (const row of rows) {
    const [device, sensor, at, level, levelCm, volume, temperature, pump, latitude, longitude] =
      row;
    const [, , , , , , , , , , status, source, name] = row;
    let cell = names.get(name);
    if (cell === undefined) {
      cell = csvLine([name]);
      names.set(name, cell);
    }
    lines +=
      `${device}-${sensor}-${texts.base36(at)},${device},${cell},${level},${levelCm ?? ''},` +
      `${volume ?? ''},${temperature ?? ''},${pumpStatusOf(pump) ?? ''},${latitude ?? ''},` +
      `${longitude ?? ''},${statusOf(status)},${sourceOf(source)},${texts.iso(at)}${csvLineEnd}`;
  }
  return toPage(rows, lines);
}

function toPage(rows: ListedReading[], text: string): RenderedReadings {
  return {
    text: new TextEncoder().encode(text),
    count: rows.length,
    last: rows.at(-1)?.[recordedAt] ?? null,
  };
}
