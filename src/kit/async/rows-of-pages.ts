/** Finds at most `limit` rows, from behind a row; from the first without one. */
type FindPage<T> = (page: { after: T | undefined; limit: number }) => Promise<T[]>;

/**
 * Pages of rows, each read when the one before is through. A page begins behind the last row of the one
 * before, so that rows which stay as they are come once, and the end is reached.
 */
export async function* pagesOf<T>(limit: number, findPage: FindPage<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  do {
    page = await findPage({ after: page.at(-1), limit });
    yield page;
  } while (page.length === limit);
}

/** The rows of such pages, one by one. */
export async function* rowsOfPages<T>(limit: number, findPage: FindPage<T>): AsyncGenerator<T> {
  for await (const page of pagesOf(limit, findPage)) yield* page;
}
