import { csvLine, csvLineEnd } from '../../../kit/text/csv.ts';
import { Reading } from '../reading-schema.ts';
import type { renderers } from './reading-renderers.ts';

/** How a format is written around the pages that its renderer makes. */
type Frame = {
  type: string;
  renderer: keyof typeof renderers;
  opening: string;
  betweenPages: string;
  closing: string;
};

/** The formats in which a list of readings is written. */
export const frames = {
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
} satisfies Record<string, Frame>;

/** A list of readings, piece by piece, from pages that the frame's renderer made. */
export async function* writeReadings(
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
