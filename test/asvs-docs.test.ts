import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** `V2.1: 1* 2`: the items of a section, a star for those of level 1; the others are of level 2. */
const items = read('test/asvs-items.txt')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [section = '', numbers = ''] = line.split(': ');
    return numbers
      .split(' ')
      .map((number) => `${section}.${number.replace('*', '')} ${number.endsWith('*') ? 1 : 2}`);
  });

type Row = { item: string; level: string; state: string; how: string; tests: string };

const rows = read('docs/asvs.md')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line): Row => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim());
    assert.equal(cells.length, 6, line);
    const [item = '', level = '', _words, state = '', how = '', tests = ''] = cells;
    return { item, level, state, how, tests };
  });

const states = ['met', 'mended', 'not applicable', 'accepted', 'open'];

/** The tests that a cell names: files, each with its titles. */
function testsIn(cell: string): { file: string; title: string }[] {
  if (cell === '') return [];
  return cell.split('; `').flatMap((part) => {
    const [, file, titles] = /^`?([\w./-]+\.test\.ts)`: "(.+)"$/.exec(part) ?? [];
    assert.ok(file && titles, part);
    return titles.split('", "').map((title) => ({ file, title }));
  });
}

describe('docs/asvs.md', () => {
  it('has each item of levels 1 and 2 once, in their order', () => {
    assert.equal(items.length, 259);
    assert.deepEqual(
      rows.map(({ item, level }) => `${item} ${level}`),
      items,
    );
  });

  it('says of each whether it is met, and how or why not', () => {
    for (const { item, state, how } of rows) {
      assert.ok(states.includes(state), `${item} is ${state}`);
      assert.notEqual(how, '', item);
    }
  });

  it('names a test, a file or a page for whatever is met', () => {
    const bare = rows.filter(
      ({ state, how, tests }) =>
        ['met', 'mended'].includes(state) && tests === '' && !/`[\w./-]+`|\]\(/.test(how),
    );
    assert.deepEqual(bare, []);
  });

  it('names tests that there are', () => {
    const missing = rows
      .flatMap(({ tests }) => testsIn(tests))
      .filter(
        ({ file, title }) =>
          !existsSync(new URL(`../${file}`, import.meta.url)) || !hasTest(read(file), title),
      );
    assert.deepEqual(missing, []);
  });
});

function hasTest(source: string, title: string): boolean {
  return new RegExp(`\\bit\\(\\s*(['"\`])${RegExp.escape(title)}\\1`).test(source);
}
