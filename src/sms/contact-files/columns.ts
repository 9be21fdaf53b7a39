import type { CsvFileLine, Telling } from '../../kit/text/csv-file.ts';
import { areOfOne, type HeadingKind, readHeading } from './headings.ts';
import { readPhoneCell } from './phone-cell.ts';

/** Which columns of a file hold the number and the name, by their places from 0. */
export type Columns = {
  /** The first that holds a Kenyan mobile number counts; without a header all of them. */
  phone: number[];
  takesAll: boolean;
  /** The first of these that is not blank counts; the parts of one are joined. */
  name: number[][];
};

/** What a person chose, by places from 0; `name` is null for none. What is left out is found. */
export type ChosenColumns = { phone?: number | undefined; name?: number | null | undefined };

export type FoundColumns = Columns & {
  /** Records before the first contact: a header, and what may stand before it. */
  headerLines: number;
  /** The header's cells, or nothing. */
  titles: string[];
  /** True where a heading, or a person, says which column holds the numbers. */
  isNamed: boolean;
};

/** Records that are looked at, and how many of them may stand before a header. */
const sampled = 50;
const mostBefore = 5;
/** Columns that are looked at: Outlook writes some ninety. */
const mostColumns = 300;

/** Finds the columns of a file by the headings of its first line, else by where the numbers stand. */
export function findColumns(
  records: Iterable<CsvFileLine>,
  chosen: ChosenColumns = {},
): FoundColumns {
  const rows = takeSome(records);
  const counts = countPhones(rows);
  const header = findHeader(rows, chosen);
  const titles = header === undefined ? [] : (rows[header] ?? []);
  const kinds = titles.map(readHeading);
  const takesAll = header === undefined && chosen.phone === undefined;
  const phone = chosen.phone === undefined ? phoneColumns(kinds, counts, takesAll) : [chosen.phone];
  const named = nameColumns(ofWhomThePhoneIs(kinds, titles, phone[0]), phone[0]);
  const found = named.length > 0 ? named : nameBeside(rows, phone, header);
  const name =
    chosen.name === undefined
      ? found.map((parts) => parts.filter((at) => !phone.includes(at)))
      : chosen.name === null
        ? []
        : [[chosen.name]];
  const isNamed = chosen.phone !== undefined || phone.some((at) => isPhone(kinds[at]));
  return {
    phone,
    takesAll,
    name,
    titles,
    isNamed,
    headerLines: header === undefined ? 0 : header + 1,
  };
}

function takeSome(records: Iterable<CsvFileLine>): string[][] {
  const rows: string[][] = [];
  for (const { cells } of records) {
    rows.push(cells?.slice(0, mostColumns) ?? []);
    if (rows.length === sampled) break;
  }
  return rows;
}

/**
 * Kenyan mobile numbers of each column: how many, and how much they weigh, as one without its zero may be the number of an
 * account.
 */
type Counts = { phones: number[]; weights: number[] };

function countPhones(rows: string[][]): Counts {
  const phones: number[] = [];
  const weights: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      const weight = weigh(cell);
      phones[at] = (phones[at] ?? 0) + (weight > 0 ? 1 : 0);
      weights[at] = (weights[at] ?? 0) + weight;
    }
  }
  return { phones, weights };
}

function weigh(cell: string): number {
  const { phones, mend, isDamaged } = readPhoneCell(cell);
  if (phones.length === 0 && !isDamaged) return 0;
  return mend === 'lostZero' || isDamaged ? 0.5 : 1;
}

function hasPhone(cell: string): boolean {
  return weigh(cell) > 0;
}

/** What tells a record of a file, and its header. */
export const telling: Telling = {
  isHeader: (cells) => cells.slice(0, mostColumns).some((cell) => readHeading(cell) !== undefined),
  isRecord: (cells) => cells.slice(0, mostColumns).some(hasPhone),
};

/** The place of the header among the first records; undefined where the first contact comes before any. */
function findHeader(rows: string[][], { phone }: ChosenColumns): number | undefined {
  const isContact = (row: string[]) =>
    phone === undefined ? row.some(hasPhone) : /\d{4}/.test(row[phone] ?? '');
  const before: HeadingKind[][] = [];
  for (const row of rows.slice(0, mostBefore + 1)) {
    // What cannot be read is told, and not passed over.
    if (row.length === 0 || isContact(row)) break;
    before.push(row.flatMap((cell) => readHeading(cell) ?? []));
  }
  // Above the headings may stand what several of them are about: `Contact`.
  const headings = (kinds: HeadingKind[]) => (kinds.some(isPhone) ? new Set(kinds).size : 0);
  const most = Math.max(0, ...before.map(headings));
  if (most > 0) return before.map(headings).lastIndexOf(most);
  // A heading of another kind: words over a column of numbers.
  const [first = [], second] = rows;
  const isWords = first.length > 0 && first.every((cell) => !/\d{4}/.test(cell));
  return isWords && second !== undefined && isContact(second) && !isContact(first) ? 0 : undefined;
}

function isPhone(kind: HeadingKind | undefined): boolean {
  return kind === 'mobile' || kind === 'phone';
}

/**
 * Columns by their headings, those of mobiles first; by what they hold where those hold no number: then the
 * one with most, or without a header all that have half as many.
 */
function phoneColumns(
  kinds: (HeadingKind | undefined)[],
  { phones, weights }: Counts,
  takesAll: boolean,
): number[] {
  const of = (kind: HeadingKind) => [...kinds.keys()].filter((at) => kinds[at] === kind);
  const named = [...of('mobile'), ...of('phone')];
  if (named.some((at) => (phones[at] ?? 0) > 0)) return named;
  const most = Math.max(0, ...phones);
  const held = [...phones.keys()].filter((at) => (phones[at] ?? 0) * 2 >= most);
  if (most > 0) return takesAll ? held : [weights.indexOf(Math.max(...weights))];
  return named.length > 0 ? named : [0];
}

/** Kinds without the names of other people, where headings say whose the number is: a pupil is not the parent. */
function ofWhomThePhoneIs(
  kinds: (HeadingKind | undefined)[],
  titles: string[],
  phone = -1,
): (HeadingKind | undefined)[] {
  const isOwn = (at: number) => areOfOne(titles[at] ?? '', titles[phone] ?? '');
  const isName = (kind: HeadingKind | undefined) => kind === 'fullName' || isPart(kind);
  if (!kinds.some((kind, at) => isName(kind) && isOwn(at))) return kinds;
  return kinds.map((kind, at) => (isName(kind) && !isOwn(at) ? undefined : kind));
}

function isPart(kind: HeadingKind | undefined): boolean {
  return kind === 'firstName' || kind === 'middleName' || kind === 'lastName';
}

/** Of several whole names the one nearest to the number counts. */
function nameColumns(kinds: (HeadingKind | undefined)[], phone = 0): number[][] {
  const of = (...wanted: HeadingKind[]) =>
    wanted.flatMap((kind) => [...kinds.keys()].filter((at) => kinds[at] === kind));
  const far = (at: number) => Math.abs(at - phone);
  const whole = of('fullName')
    .sort((a, b) => far(a) - far(b))
    .slice(0, 1);
  // "Name" beside "Surname" is a first name.
  const isFirst = of('firstName').length === 0 && of('lastName').length > 0;
  const parts = of('firstName', 'middleName', 'lastName');
  const choices = isFirst ? [[...whole, ...parts]] : [whole, parts];
  for (const kind of ['shownName', 'nickname', 'company'] as const) {
    choices.push(of(kind).slice(0, 1));
  }
  return choices.filter((choice) => choice.length > 0);
}

/** Without a heading for the name: the column beside the number that has letters, after it or before. */
function nameBeside(rows: string[][], phone: number[], header: number | undefined): number[][] {
  if (header !== undefined && phone.length === 0) return [];
  const [at = 0] = phone;
  const records = rows.slice(header === undefined ? 0 : header + 1);
  const isName = (place: number) => records.some((row) => /\p{L}{2}/u.test(row[place] ?? ''));
  const beside = [at + 1, at - 1, at + 2, at - 2].find(
    (place) => place >= 0 && !phone.includes(place) && isName(place),
  );
  return beside === undefined ? [] : [[beside]];
}
