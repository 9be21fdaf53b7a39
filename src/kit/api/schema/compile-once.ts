import type { TSchema } from 'typebox';

/**
 * Compiles a schema when first used, and equal schemas only once: most routes share theirs (a device's id,
 * a page, a failure), written anew for each, and compiling all of them would be a tenth of a start.
 */
export function compileOnce<T>(compile: (schema: TSchema) => T): (schema: TSchema) => () => T {
  const compiled = new Map<string, T>();
  const find = (schema: TSchema): T => {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? compile(schema);
    compiled.set(text, known);
    return known;
  };
  return (schema) => {
    let found: T | undefined;
    return () => {
      found ??= find(schema);
      return found;
    };
  };
}
