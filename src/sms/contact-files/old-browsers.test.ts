import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

/** What the oldest browsers of the dashboard do not know: Safari 15, Chrome 103, Firefox 102. */
const unknown = [
  /\(\?<[=!]/,
  /\b(?:findLast|findLastIndex|toSorted|toReversed|toSpliced|isDisjointFrom|withResolvers)\(/,
  /\bBuffer\b/,
  /\b(?:Map|Object)\.groupBy\(/,
];

/** A file and all that it imports: types too, which cost nothing. */
function* filesOf(path: string, seen = new Set<string>()): Generator<[path: string, text: string]> {
  if (seen.has(path)) return;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  yield [path, text];
  for (const [, name = ''] of text.matchAll(/^(?:import|\}) (?!type ).*?from '(\.[^']+)';$/gm)) {
    yield* filesOf(join(dirname(path), name), seen);
  }
}

describe('the reading of contact files', () => {
  it('can be done by the oldest browsers that the dashboard is for', () => {
    const files = [...filesOf(join(import.meta.dirname, 'contact-file.ts'))];
    assert.ok(files.length > 8, String(files.length));
    for (const [path, text] of files) {
      for (const words of unknown) assert.doesNotMatch(text, words, path);
    }
  });
});
