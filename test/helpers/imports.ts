import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';

export type Import = { from: string; to: string };

/** The modules of a folder, tests left out, and what they import: paths from that folder, or packages. */
export function readImports(root: string): { files: string[]; imports: Import[] } {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
  const imports = files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
    return [...specifiers].map(([, to = '']) => ({ from, to: fromRoot(root, from, to) }));
  });
  return { files, imports };
}

/** Imports of a module, as paths from the root; packages by name. */
export function fromRoot(root: string, from: string, to: string): string {
  if (!to.startsWith('.')) return to;
  return posix.normalize(relative(root, resolve(root, dirname(from), to)).replaceAll('\\', '/'));
}

/** Rest after folders that import no other of the rest have been removed, again and again. */
export function inCircles(imports: (readonly [from: string, to: string])[]): string[] {
  let left = imports;
  for (;;) {
    const importing = new Set(left.map(([from]) => from));
    const next = left.filter(([, to]) => importing.has(to));
    if (next.length === left.length) return [...new Set(next.map(([, to]) => to))].sort();
    left = next;
  }
}
