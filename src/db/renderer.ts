/** Rows as lists of numbers, or bytes, in the order of the columns, which cost half of what objects do. */
export type RowLists = { rows: (number | null | Uint8Array)[][]; columns: string[] };

/**
 * Makes a small result of the rows of one query; pure, so that it can run in any thread. The argument is
 * the caller's own. For results of thousands of rows; see `render` of `Database`.
 */
export type Renderer = (rows: never[][], columns: string[], argument: never) => unknown;

/** Imports renderer modules, each of which exports its functions in an object `renderers`. */
export async function importRenderers(urls: readonly string[]): Promise<Map<string, Renderer>> {
  const modules = await Promise.all(urls.map((url) => import(url)));
  return new Map(modules.flatMap(({ renderers }) => Object.entries<Renderer>(renderers)));
}

export function findRenderer(renderers: Map<string, Renderer>, name: string): Renderer {
  const renderer = renderers.get(name);
  if (!renderer) throw new Error(`no renderer ${name}`);
  return renderer;
}
