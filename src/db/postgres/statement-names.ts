import { LRUCache } from 'lru-cache';

/** Statements that get a name; each connection keeps their plans, some 10 KB each. */
const mostNamed = 300;

/** Times that a statement is seen before it gets a name: lists in SQL make texts that never come again. */
const seenBefore = 2;

const mostSeen = 1000;

/**
 * Names statements that come again and again, so that PostgreSQL parses and plans them once on each
 * connection and not every time (https://www.postgresql.org/docs/current/sql-prepare.html).
 * @param prefix tells the names apart from those of another plan for the same text.
 * @returns the name of a text, or undefined where it has none.
 */
export function createStatementNames(prefix = 'kisima'): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new LRUCache<string, number>({ max: mostSeen });
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNamed) return known;
    const times = seen.get(text) ?? 0;
    if (times < seenBefore) {
      seen.set(text, times + 1);
      return undefined;
    }
    seen.delete(text);
    const name = `${prefix}_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
