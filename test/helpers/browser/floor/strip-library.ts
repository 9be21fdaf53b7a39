import type { NewerNames } from './newer-names.ts';

/** To be put beside what `stripLibrary` makes: can neither be called nor compared. */
export const notThere = 'interface NotInTheOldestBrowsers { readonly isMissing: never }';

/**
 * Spoils in a file of TypeScript's library what `newer` names, so that the compiler finds each use of it, by
 * type: `size` of a `Map` may stay, that of `URLSearchParams` is none. Left out it would be found again in the
 * types of Node, which merge with these. The text is as TypeScript prints it: a member begins on a line of its own.
 */
export function stripLibrary(text: string, newer: NewerNames): string {
  let members: ReadonlySet<string> | undefined;
  let open: number | undefined;
  const lines = text.split('\n').flatMap((line) => {
    if (open !== undefined) {
      open += depthOf(line);
      if (open <= 0 && line.trimEnd().endsWith(';')) open = undefined;
      return [];
    }
    const owner = /^\s*(?:declare )?(interface|var) (\w+).*\{\s*$/.exec(line);
    if (owner) {
      const [, kind, name = ''] = owner;
      members = newer.get(nameInTable(name, kind === 'var'));
      return line;
    }
    if (/^\}/.test(line)) members = undefined;
    const [, member] = /^\s+(?:readonly |get |set )?(\w+)\??\s*[(<:]/.exec(line) ?? [];
    if (member === undefined || !members?.has(member)) return line;
    const depth = depthOf(line);
    if (depth > 0 || !line.trimEnd().endsWith(';')) open = depth;
    return `${member}: NotInTheOldestBrowsers;`;
  });
  return lines.join('\n');
}

/** TypeScript has `ReadonlyArray` beside `Array`, and calls what `Array` itself has `ArrayConstructor`. */
function nameInTable(name: string, isVariable: boolean): string {
  const plain = name.replace(/^Readonly(?=Array$|Map$|Set$)/, '').replace(/(?<=.)Constructor$/, '');
  return isVariable || name.endsWith('Constructor') ? `${plain} static` : plain;
}

function depthOf(line: string): number {
  const count = (pattern: RegExp) => line.match(pattern)?.length ?? 0;
  return count(/[({[]/g) - count(/[)}\]]/g);
}
