import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { OneOf } from '../../kit/api/schema/schema.ts';
import { asAttachment } from '../../kit/http/attachment.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { csvLine, csvLineEnd, csvMark, typedCell } from '../../kit/text/csv.ts';

const formats = ['json', 'csv'] as const;

/** The query parameter of a list that is also had as a file. */
export const FormatField = Type.Optional(
  OneOf(formats, {
    default: 'json',
    description: 'A CSV file has all rows of the list; `limit` and the cursor are for JSON.',
  }),
);

/** The answer of a list that is also had as a file. */
export function ListOrFile(description: string, list: TSchema) {
  return {
    description,
    content: {
      'application/json': { schema: list },
      'text/csv': { schema: Type.String() },
    },
  };
}

type Cell = string | number | null;

type CsvFile<R> = {
  /** Without its ending. */
  name: string;
  columns: readonly string[];
  /** Columns of dates, which a spreadsheet is to take for dates; other texts stay as people typed them. */
  dates?: readonly string[];
  /** The cells of a row, in the order of the columns. */
  cellsOf: (row: R) => readonly Cell[];
  /** Reads the pages one after the other, each when the one before was taken. */
  pages: (signal: AbortSignal) => AsyncIterable<readonly R[]>;
};

type Asked = { longReads: LongReads; request: FastifyRequest; accountId: number };

/** Answers rows as a CSV file, in constant memory, which a spreadsheet opens without harm. */
export async function answerCsv<R>(
  { longReads, request, accountId }: Asked,
  reply: FastifyReply,
  file: CsvFile<R>,
): Promise<FastifyReply> {
  const { content } = await longReads.written({ accountId, request }, async (signal) => ({
    pieces: writeCsv(file, signal),
  }));
  return asAttachment(reply, `${file.name}.csv`).send(content);
}

async function* writeCsv<R>(
  { columns, dates = [], cellsOf, pages }: CsvFile<R>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const areDates = columns.map((name) => dates.includes(name));
  const writeAt = (cell: Cell, at: number) => (areDates[at] ? String(cell) : writeCell(cell));
  let head = csvMark + csvLine(columns) + csvLineEnd;
  for await (const page of pages(signal)) {
    const lines = page.map((row) => csvLine(cellsOf(row).map(writeAt)) + csvLineEnd);
    yield head + lines.join('');
    head = '';
  }
  if (head !== '') yield head;
}

/** As `spacedPhone` writes it: with blanks it is text to a spreadsheet, and keeps its zero. */
const phone = /^0[17]\d\d \d{3} \d{3}$/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && phone.test(cell)) return cell;
  return typeof cell === 'number' ? String(cell) : typedCell(cell);
}
