import type { Database } from '../../../src/db/database.ts';

type Render = Database['render'];

/** Another way to render, which may ask the usual one. */
export type WayToRender = (usual: Render) => Render;

/** Does some work while a database renders in another way. */
export async function withRender<T>(
  db: Database,
  way: WayToRender,
  work: () => Promise<T>,
): Promise<T> {
  const usual = db.render;
  db.render = way(usual);
  try {
    return await work();
  } finally {
    db.render = usual;
  }
}
