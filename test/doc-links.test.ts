import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...inDocs.filter((path) => path.endsWith('.md')).map((path) => join('docs', path)),
];
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('the documents', () => {
  for (const page of pages) {
    it(`${page} links to files and headings that are there`, () => {
      const links = read(page).matchAll(/\]\(([^)\s:]+)\)/g);
      assert.deepEqual(
        Array.from(links, ([, link = '']) => link).filter((link) => !leadsSomewhere(page, link)),
        [],
      );
    });

    it(`${page} names paths and npm scripts that there are`, () => {
      const text = read(page);
      const paths = text.matchAll(/`((?:src|test|bench|scripts|web|docs)\/[\w./-]+)`/g);
      const missing = Array.from(paths, ([, path = '']) => path).filter(
        (path) => !existsSync(join(root, path)) && !madeByBuild.has(path),
      );
      const named = text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g);
      const unknown = Array.from(named, ([, name = '']) => name).filter((name) => !scripts[name]);
      assert.deepEqual([...missing, ...unknown], []);
    });

    it(`${page} names benchmarks that there are`, () => {
      for (const [, name] of read(page).matchAll(/npm run bench (\w+)/g)) {
        assert.match(read('bench/bench.ts'), new RegExp(`^  ${name}: `, 'm'));
      }
    });
  }
});

const madeByBuild = new Set(['web/dist']);

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(read(target)).includes(heading);
}

function headingsOf(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
