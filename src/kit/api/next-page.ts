import { usualPage } from './schema/page.ts';

type PageRequest = { url: string };
type PageReply = { header: (name: string, value: string) => unknown };

type Page<R> = {
  /** What was found, read with one row more than the page holds. */
  rows: R[];
  limit: number;
  /** Name of the query parameter that takes the id of the page's last row. */
  cursor: string;
};

/** Cuts a list to its page; where more follows, a `Link` header leads there (RFC 8288). */
export function cutPage<R extends { id: number }>(
  request: PageRequest,
  reply: PageReply,
  { rows, limit, cursor }: Page<R>,
): R[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) linkToNext(request, reply, cursor, last.id);
  return page;
}

/**
 * Finds the page of a list, newest first, that a request wants.
 * @param find reads at most `limit` rows with ids below `before`.
 */
export async function findPage<R extends { id: number }>(
  request: PageRequest & { query: { limit?: number; before?: number } },
  reply: PageReply,
  find: (page: { before: number; limit: number }) => Promise<R[]>,
): Promise<R[]> {
  const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
  const rows = await find({ before, limit: limit + 1 });
  return cutPage(request, reply, { rows, limit, cursor: 'before' });
}

/** Says where the next page is: at the same path and query, with the cursor moved on. */
export function linkToNext(
  request: PageRequest,
  reply: PageReply,
  cursor: string,
  value: number | string,
): void {
  reply.header('link', `<${withParameter(request.url, cursor, value)}>; rel="next"`);
}

/** The same path and query with one parameter set anew. */
function withParameter(url: string, name: string, value: number | string): string {
  const { pathname, searchParams } = new URL(url, 'http://server');
  searchParams.set(name, String(value));
  return `${pathname}?${searchParams}`;
}
