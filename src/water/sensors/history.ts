import type { Database } from '../../db/database.ts';
import { findSensorSpans } from './queries.ts';
import { readPages } from './reading-pages.ts';
import { readThinnedPages, type Thinning } from './thinned-pages.ts';

type HistorySelection = {
  deviceId: number;
  sensorName: string | undefined;
  /** Epoch milliseconds of the first instant. */
  from: number;
  /** All readings where none is given. */
  thinning: Thinning | undefined;
};

export type History = {
  /** A JSON array of readings, oldest first. */
  text: Buffer;
  /** Instant of the last reading, where more follow; else null. */
  moreAfter: number | null;
};

/** An answer holds as many readings as this, and those of one more page: about 5 MB. */
const longAnswer = 20_000;

/**
 * The readings of a device from an instant on. There is no end, since the clock of a device may run
 * ahead of ours.
 */
export async function readHistory(
  db: Database,
  { deviceId, sensorName, from, thinning }: HistorySelection,
): Promise<History> {
  const sensors = await findSensorSpans(db.read, deviceId, sensorName);
  const end = Number.MAX_SAFE_INTEGER;
  const selection = { deviceId, sensors, start: from, end, renderer: 'readingsAsJson' } as const;
  const pages = thinning ? readThinnedPages(db, selection, thinning) : readPages(db, selection);
  const parts: Uint8Array[] = [];
  let count = 0;
  let last: number | null = null;
  let moreAfter: number | null = null;
  for await (const page of pages) {
    if (count >= longAnswer) {
      moreAfter = last;
      break;
    }
    parts.push(parts.length === 0 ? opening : comma, page.text);
    count += page.count;
    last = page.last;
  }
  if (parts.length === 0) parts.push(opening);
  return { text: Buffer.concat([...parts, closing]), moreAfter };
}

const opening = Buffer.from('[');
const comma = Buffer.from(',');
const closing = Buffer.from(']');
