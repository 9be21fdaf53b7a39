import {
  type MaybeReadingValues,
  type ReadingColumn,
  readingFieldList,
} from '../db/tables/reading-fields.ts';

type Field = (typeof readingFieldList)[number];
type Sent = { readonly [name: string]: unknown };
/** A value as people and programs see it. */
export type ToldValue = number | string | null;

/** The fields of a device's form as they are stored; null where it left one out. */
export function valuesOfPush(form: object): MaybeReadingValues {
  return takeValues(form as Sent, ({ pushedAs }) => pushedAs);
}

/** The fields of what a user records as they are stored; null where it leaves one out. */
export function valuesOfBody(body: object): MaybeReadingValues {
  return takeValues(body as Sent, ({ isPosted, name }) => (isPosted ? name : undefined));
}

function takeValues(sent: Sent, nameOf: (field: Field) => string | undefined): MaybeReadingValues {
  const values: Partial<MaybeReadingValues> = {};
  for (const field of readingFieldList) {
    const name = nameOf(field);
    const value = name === undefined ? undefined : sent[name];
    values[field.column] = value === undefined || value === null ? null : toStored(field, value);
  }
  return values as MaybeReadingValues;
}

function toStored({ words, cutTo }: Field, value: unknown): number {
  if (words) return words[value as string] ?? 0;
  const number = value as number;
  return cutTo ? Math.min(cutTo[1], Math.max(cutTo[0], number)) : number;
}

/** For each field that is told in words, the words by the numbers that are stored. */
const wordLists = new Map(
  readingFieldList.map(({ column, words = {} }) => [
    column,
    Object.keys(words).sort((a, b) => (words[a] ?? 0) - (words[b] ?? 0)),
  ]),
);

/** The words of a field in the order of the numbers that stand for them; none where it has none. */
export function wordsOf(column: ReadingColumn): readonly string[] {
  return wordLists.get(column) ?? [];
}

/** The function that tells what is stored of a field. */
export function presenterOf({
  column,
}: Pick<Field, 'column'>): (value: number | null) => ToldValue {
  const words = wordsOf(column);
  return words.length === 0
    ? (value) => value
    : (value) => (value === null ? null : (words[value] ?? null));
}
