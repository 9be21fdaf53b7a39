import { Type } from 'typebox';
import { FormObject, Line, RecordId } from './schema/schema.ts';

/** Rows of a list in an answer, where the request does not say. */
export const usualPage = 50;

const mostUsually = 500;

export function PageLimit(most = mostUsually) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usualPage }));
}

/**
 * The id behind which a page begins.
 * @param row noun for a row.
 */
export function PageCursor(row: string) {
  return Type.Optional(Type.Integer({ ...RecordId, description: inLink(`Id of the last ${row}`) }));
}

/**
 * Cursor of a list in the order of a text.
 * @param last noun for the text, such as `Last number`.
 */
export function TextCursor(last: string, maxLength = 20) {
  return Type.Optional(Line(maxLength, { description: inLink(last) }));
}

/** Description of a cursor that the `Link` header carries. */
export function inLink(last: string): string {
  return `${last} of the page before; the \`Link\` header carries it.`;
}

/** The query of a list, newest row first. */
export function PageQuery(row: string) {
  return FormObject({ limit: PageLimit(), before: PageCursor(row) });
}

type Query = { limit?: number; before?: number; after?: number | string };
type PageRequest<Q = unknown> = {
  url: string;
  query: Q;
  routeOptions: { schema?: { querystring?: unknown } };
};
type PageReply = { header: (name: string, value: string) => unknown };

/**
 * Finds the page of a list, newest first, of a request.
 * @param find reads at most `limit` rows with ids below `before`.
 */
export async function findPage<R extends { id: number }>(
  request: PageRequest<Query & { before?: number }>,
  reply: PageReply,
  find: (page: { before: number; limit: number }) => Promise<R[]>,
): Promise<R[]> {
  const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
  const rows = await find({ before, limit: limit + 1 });
  return cutPage(request, reply, { rows, limit, cursor: 'before', key: 'id' });
}

/** Finds a page of a list whose oldest row comes first. */
export async function findPageAfter<R extends { id: number }>(
  request: PageRequest<Query & { after?: number }>,
  reply: PageReply,
  find: (page: { after: number; limit: number }) => Promise<R[]>,
): Promise<R[]> {
  const { limit = usualPage, after = 0 } = request.query;
  const rows = await find({ after, limit: limit + 1 });
  return cutPage(request, reply, { rows, limit, cursor: 'after', key: 'id' });
}

/** Finds a page of a list in the order of a text, which each row has under `key`. */
export async function findPageBy<K extends string, R extends Record<K, string>>(
  key: K,
  request: PageRequest<Query & { after?: string }>,
  reply: PageReply,
  find: (page: { after: string; limit: number }) => Promise<R[]>,
): Promise<R[]> {
  const { limit = usualPage, after = '' } = request.query;
  const rows = await find({ after, limit: limit + 1 });
  return cutPage(request, reply, { rows, limit, cursor: 'after', key });
}

type Page<K extends string, R> = {
  /** Rows found, read with one row more than the page holds. */
  rows: R[];
  limit: number;
  /** Query parameter for the position of the page's last row. */
  cursor: 'before' | 'after';
  /** Member of a row with its position. */
  key: K;
};

/** Cuts a list to its page; if more follows, a `Link` header leads there (RFC 8288). */
export function cutPage<K extends string, R extends Record<K, number | string>>(
  request: PageRequest,
  reply: PageReply,
  { rows, limit, cursor, key }: Page<K, R>,
): R[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) linkToNext(request, reply, cursor, last[key]);
  return page;
}

/**
 * Address of the next page: the same path and query, with the cursor moved on. Of the query only what the
 * operation knows, and so bounds: clients take a few kilobytes of headers.
 */
export function linkToNext(
  request: Pick<PageRequest, 'url' | 'routeOptions'>,
  reply: PageReply,
  cursor: 'before' | 'after',
  value: number | string,
): void {
  const { pathname, searchParams } = new URL(request.url, 'http://server');
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as {
    properties?: object;
  };
  for (const name of new Set(searchParams.keys())) {
    if (name !== 'action' && !(name in properties)) searchParams.delete(name);
  }
  searchParams.set(cursor, String(value));
  reply.header('link', `<${pathname}?${searchParams}>; rel="next"`);
}
