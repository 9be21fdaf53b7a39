type Components = { schemas?: Record<string, unknown>; responses?: Record<string, unknown> };

/** The document with every reference to its components replaced by what it refers to. */
export function fillInReferences<T extends { components?: Components }>(document: T): T {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: unknown };
    const entries = Object.entries(rest).map(([key, each]) => [key, fill(each)]);
    const filled = Object.fromEntries(entries);
    if (typeof $ref !== 'string') return filled;
    const [, , kind = '', name = ''] = $ref.split('/');
    const found = document.components?.[kind as keyof Components]?.[name];
    return { ...(fill(found) as object), ...filled };
  };
  return fill(document) as T;
}

/** An operation's path as document 1 writes it, with its action in the query. */
export function inDocumentForm(path: string): string {
  return path.replace(/\.php\/([\w-]+)$/, '.php?action=$1');
}
