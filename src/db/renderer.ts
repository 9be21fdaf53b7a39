/** Rows as lists of numbers in the order of the columns, which cost half of what objects do. */
export type RowLists = { rows: (number | null)[][]; columns: string[] };

/**
 * Turns the rows of one query into what the caller needs of them; pure, so that it can run anywhere.
 * What the caller says beside the query comes last.
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
