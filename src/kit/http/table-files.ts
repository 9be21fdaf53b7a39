import type { FastifyRequest } from 'fastify';
import { failures } from '../api/failures/api-error.ts';
import { nextTurn } from '../async/slices.ts';
import { decodeText, isRichText, isSpreadsheet, type TextEncoding } from '../text/decode-text.ts';
import type { App } from './app.ts';

const spreadsheetRefusal =
  'The file is one of a spreadsheet program, such as .xlsx, .slk or .dif, or a web page; save it there as "CSV UTF-8".';

const richTextRefusal =
  'The file is one of a word processor (.rtf); save it there as plain text, or as "CSV UTF-8" in a spreadsheet.';

// A browser on Windows names the program that opens such files; phones and programs have names of their own.
const tableTypes = [
  ...['text/csv', 'text/tab-separated-values', 'application/vnd.ms-excel', 'text/plain'],
  ...['application/csv', 'text/x-csv', 'text/comma-separated-values'],
];

/**
 * Takes tables that people keep as files, in any usual encoding, as the text that they hold.
 * @param keep is told the encoding of each.
 * @param types of further files that are text.
 */
export function parseTableFiles(
  app: App,
  keep?: (request: FastifyRequest, encoding: TextEncoding) => void,
  types: string[] = [],
): void {
  app.addContentTypeParser<Buffer>(
    [...tableTypes, ...types],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      // Several that come at once are not read in one go.
      await nextTurn();
      if (isRichText(body)) throw failures.malformed(richTextRefusal);
      if (isSpreadsheet(body)) throw failures.malformed(spreadsheetRefusal);
      const { text, encoding } = decodeText(body);
      keep?.(request, encoding);
      return text;
    },
  );
}
