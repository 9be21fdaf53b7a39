import type { TSchema } from 'typebox';

/**
 * Compiles schemas that say the same only once: most routes share theirs (a device's id, a page, a
 * failure), written anew for each, and compiling them is most of what a start costs.
 */
export function compileOnce<T>(compile: (schema: TSchema) => T): (schema: TSchema) => T {
  const compiled = new Map<string, T>();
  return (schema) => {
    const text = JSON.stringify(schema);
    let known = compiled.get(text);
    if (!known) {
      known = compile(schema);
      compiled.set(text, known);
    }
    return known;
  };
}
