import { Readable } from 'node:stream';
import { csvLine, csvLineEnd } from '../../kit/csv.ts';
import { dateAt } from '../../kit/time-zone.ts';
import { findSensorSpans } from '../sensors/queries.ts';
import { readPages } from '../sensors/reading-pages.ts';
import type { renderers } from '../sensors/reading-renderers.ts';
import { Reading } from '../sensors/reading-schema.ts';
import { readThinnedPages, type Thinning } from '../sensors/thinned-pages.ts';
import type { Report, ReportDeps } from './report.ts';
import type { Format } from './schemas.ts';

/** How a format is written around the pages that the renderer makes. */
type Frame = {
  type: string;
  renderer: keyof typeof renderers;
  opening: string;
  betweenPages: string;
  closing: string;
};

const frames: Record<Format, Frame> = {
  json: {
    type: 'application/json; charset=utf-8',
    renderer: 'readingsAsJson',
    opening: '[',
    betweenPages: ',',
    closing: ']',
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    renderer: 'readingsAsCsv',
    opening: csvLine(Object.keys(Reading.properties)) + csvLineEnd,
    betweenPages: '',
    closing: '',
  },
};

/** Bytes that wait for a slow client: two or three pages. */
const ahead = 524_288;

export type ExportFile = { type: string; name: string; content: Readable };

/**
 * The readings of a report as a file that is written while it is sent, no faster than the client
 * takes it; a client that hangs up ends the reading. The first page is there when this resolves, so
 * what fails at once can still be answered as a failure.
 */
export async function exportReadings(
  { db }: Pick<ReportDeps, 'db'>,
  { device, range, sensorName, timezone }: Report,
  { format, thinning }: { format: Format; thinning: Thinning | undefined },
): Promise<ExportFile> {
  const { type, renderer } = frames[format];
  const { start, end, shownEnd } = range;
  const sensors = await findSensorSpans(db.read, device.id, sensorName);
  const selection = { deviceId: device.id, sensors, start, end, renderer };
  const pages = thinning ? readThinnedPages(db, selection, thinning) : readPages(db, selection);
  const from = dateAt(start, timezone);
  const until = dateAt(Math.max(start, shownEnd - 1), timezone);
  return {
    type,
    name: `readings-${device.id}-${from}-${until}.${format}`,
    content: await openFile(pages, format),
  };
}

/** A file of pages whose first one was read already. */
export async function openFile(
  pages: AsyncIterable<{ text: Uint8Array }>,
  format: Format,
): Promise<Readable> {
  const chunks = writeFile(pages, frames[format]);
  const first = await chunks.next();
  return Readable.from(resume(first, chunks), { objectMode: false, highWaterMark: ahead });
}

async function* writeFile(
  pages: AsyncIterable<{ text: Uint8Array }>,
  { opening, betweenPages, closing }: Frame,
): AsyncGenerator<Uint8Array> {
  let lead = opening;
  for await (const { text } of pages) {
    yield lead === '' ? text : Buffer.concat([Buffer.from(lead), text]);
    lead = betweenPages;
  }
  yield Buffer.from(lead === opening ? opening + closing : closing);
}

/** Goes on with a generator whose first result was taken already, and ends it when it is ended. */
async function* resume<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
