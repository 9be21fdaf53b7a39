import { randomUUID } from 'node:crypto';
import { inSlices } from '../async/slices.ts';
import { type JsonBounds, type JsonScan, type LongList, scanJson } from './json-size.ts';

/** Looks through a long JSON text, and lets others on meanwhile. */
export async function scanInSlices(text: string, most: JsonBounds): Promise<JsonScan> {
  const found: JsonScan = { broken: undefined, lists: [] };
  await inSlices(scanJson(text, most, found), () => {});
  return found;
}

/**
 * Parses a JSON text whose long lists are known, these piece by piece, and lets others on meanwhile: 15 MB
 * would hold the thread for a tenth of a second.
 * @param parse parses a text at once. @throws what it throws, also for a list that is none.
 */
export async function parseInSlices(
  text: string,
  lists: readonly LongList[],
  parse: (text: string) => unknown,
): Promise<unknown> {
  // Nothing in the text can be the same as these.
  const id = randomUUID();
  const marks = new Map(lists.map((list, at) => [`${id}/${at}`, list]));
  const root = parse(withMarks(text, marks));
  const read = new Map<string, unknown[]>();
  for (const [mark, list] of marks) read.set(mark, await parseList(text, list, parse));
  const listOf = (value: unknown) =>
    Array.isArray(value) && value.length === 1 ? read.get(value[0]) : undefined;
  const whole = listOf(root);
  if (whole) return whole;
  for (const [name, value] of Object.entries(root as object)) {
    const list = listOf(value);
    if (list) (root as Record<string, unknown>)[name] = list;
  }
  return root;
}

/** The text with a mark in each list in place of what it holds. */
function withMarks(text: string, marks: ReadonlyMap<string, LongList>): string {
  let short = '';
  let taken = 0;
  for (const [mark, { from, until }] of marks) {
    short += `${text.slice(taken, from)}"${mark}"`;
    taken = until;
  }
  return short + text.slice(taken);
}

async function parseList(
  text: string,
  { from, until, cuts }: LongList,
  parse: (text: string) => unknown,
): Promise<unknown[]> {
  const values: unknown[] = [];
  const ends = [...cuts, until];
  await inSlices(ends, (end, at) => {
    const start = at === 0 ? from : (cuts[at - 1] ?? from) + 1;
    const piece = text.slice(start, end);
    // Nothing between two commas is no value, though between brackets it is an empty list.
    const parsed = parse(piece.trim() === '' ? '[,]' : `[${piece}]`) as unknown[];
    for (const value of parsed) values.push(value);
  });
  return values;
}
