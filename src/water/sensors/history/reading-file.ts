import { csvLine, csvLineEnd, csvMark } from '../../../kit/text/csv.ts';
import { Reading } from '../reading-schema.ts';
import type { renderers } from './reading-renderers.ts';

/** Text of a format around the pages that its renderer makes. */
type Frame = {
  type: string;
  renderer: keyof typeof renderers;
  opening: string;
  betweenPages: string;
  closing: string;
};

/** Formats of a list of readings. */
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
    opening: csvMark + csvLine(Object.keys(Reading.properties)) + csvLineEnd,
    betweenPages: '',
    closing: '',
  },
} satisfies Record<string, Frame>;

/** Writes a list of readings, piece by piece, from pages by the format's renderer. */
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
