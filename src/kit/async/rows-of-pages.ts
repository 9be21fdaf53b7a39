/** Finds at most `limit` rows behind a row, or the first ones. */
type FindPage<T> = (page: { after: T | undefined; limit: number }) => Promise<T[]>;

/**
 * Pages of rows, none of them empty, each read when the one before was consumed. A page begins behind the last
 * row of the one before, so that unchanged rows come once, and the end is reached.
 * @param signal ends the pages once it is aborted, the first one aside.
 */
export async function* pagesOf<T>(
  limit: number,
  findPage: FindPage<T>,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  do {
    page = await findPage({ after: page.at(-1), limit });
    if (page.length > 0) yield page;
  } while (page.length === limit && !signal?.aborted);
}

/** The rows of such pages. */
export async function* rowsOfPages<T>(limit: number, findPage: FindPage<T>): AsyncGenerator<T> {
  for await (const page of pagesOf(limit, findPage)) yield* page;
}
