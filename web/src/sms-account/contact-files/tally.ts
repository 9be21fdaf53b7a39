import {
  type ContactFile,
  readContactFile,
} from '../../../../src/sms/contact-files/contact-file.ts';

/** Most records of one file, as of one job and one group. */
export const mostOfFile = 10_000;

/** What a file would bring, with the columns that were chosen. */
export type Tally = {
  file: ContactFile;
  /** Different numbers. */
  numbers: number;
  /** Records without one. */
  leftOut: number;
  /** Cells that were read otherwise than they stand there, with the reason. */
  mended: { line: number; written: string; note: string }[];
  isTooLong: boolean;
  /** The first contacts as they will be. */
  first: { phone: string; name: string }[];
  /** Columns of the file; each with its heading or its first cell. */
  columns: { title: string; example: string }[];
};

const shown = 5;

/** Choice of a person: the number of a column from 0; `name` is null for none. */
export type Chosen = { phone?: number | undefined; name?: number | null | undefined };

export function tallyFile(text: string, chosen: Chosen): Tally {
  const file = readContactFile(text, mostOfFile, chosen);
  const numbers = new Set<string>();
  const tally = { leftOut: 0, mended: [] as Tally['mended'], first: [] as Tally['first'] };
  for (const { at, phone, name, fault, mended = [] } of file.written) {
    if (fault) {
      tally.leftOut += 1;
      continue;
    }
    numbers.add(String(phone));
    tally.mended.push(...mended.map(({ written, note }) => ({ line: at, written, note })));
    if (tally.first.length < shown) {
      tally.first.push({ phone: String(phone), name: String(name ?? '') });
    }
  }
  const isTooLong = file.count() > mostOfFile;
  return { file, numbers: numbers.size, ...tally, isTooLong, columns: columnsOf(file) };
}

const looked = 20;
const mostColumns = 100;

function columnsOf({ records, columns: { titles } }: ContactFile): Tally['columns'] {
  const rows: string[][] = [];
  for (const { cells } of records) {
    rows.push(cells ?? []);
    if (rows.length === looked) break;
  }
  const width = Math.min(Math.max(titles.length, ...rows.map(({ length }) => length)), mostColumns);
  return Array.from({ length: width }, (_, at) => ({
    title: (titles[at] ?? '').trim(),
    example: rows.map((row) => row[at]?.trim() ?? '').find((cell) => cell !== '') ?? '',
  }));
}
