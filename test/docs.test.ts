import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { isOnScript } from './contract/operation.ts';
import { ownAdditions } from './contract/own-additions.ts';
import { additions } from './contract/table/additions.ts';
import { contract } from './contract.ts';
import { ownerContract, smsContract } from './sms-contract.ts';

const folder = new URL('../docs/api/', import.meta.url);

describe('docs/api', () => {
  it('has an index that leads to every page, and to nothing else', async () => {
    const pages = (await readdir(folder)).filter((name) => name !== 'README.md');
    const index = await readFile(new URL('README.md', folder), 'utf8');
    const linked = new Set(Array.from(index.matchAll(/\]\(([\w-]+\.md)\)/g), ([, name]) => name));
    assert.deepEqual([...linked].sort(), pages.sort());
  });

  it('shows a request to every operation, and none to others', async () => {
    const shown = new Set((await readPages()).flatMap((page) => requestsIn(page)));
    const all = [...contract, ...additions].map(({ route }) => route).filter(isOnScript);
    assert.deepEqual([...shown].sort(), all.sort());
  });
});

/** Operations of `/v1/sms` beyond the document: messages and jobs. */
const tracking = [
  ...['GET /v1/sms/messages', 'GET /v1/sms/messages/:id', 'DELETE /v1/sms/messages/:id'],
  ...['GET /v1/sms/jobs/:id', 'DELETE /v1/sms/jobs/:id'],
];

describe('requests in the documents', () => {
  it('have the length that they say', async () => {
    const names = ['README.md', 'docs/first-steps.md', 'docs/api/direct.md', 'docs/api/sms.md'];
    let shown = 0;
    for (const name of names) {
      const page = await readFile(new URL(`../${name}`, import.meta.url), 'utf8');
      for (const [, length, body = ''] of page.matchAll(
        /^Content-Length: (\d+)\n\n(.*?)\n(?:\n|```)/gms,
      )) {
        assert.equal(Buffer.byteLength(body), Number(length), `${name}: ${body}`);
        shown += 1;
      }
    }
    assert.ok(shown > 0);
  });
});

describe('docs/api/sms.md', () => {
  it('shows a request to every operation, and none to others', async () => {
    const page = await readFile(new URL('sms.md', folder), 'utf8');
    const lines = page.matchAll(/^(GET|POST|DELETE) (\/v1\/sms\/\w+(?:\/\d+)?)(?:\?\S*)?$/gm);
    const shown = Array.from(
      lines,
      ([, method, path = '']) => `${method} ${path.replace(/\d+$/, ':id')}`,
    );
    const all = [...smsContract.map(({ route }) => route), ...tracking];
    assert.deepEqual([...new Set(shown)].sort(), all.sort());
  });
});

describe('docs/api/sms-account.md', () => {
  it('shows a request to every operation of the owner on messages and jobs, and none to others', async () => {
    const page = await readFile(new URL('sms-account.md', folder), 'utf8');
    const lines = page.matchAll(/^(GET|POST|DELETE) (\/v1\/account\/sms\/[^\s?]+)(?:\?\S*)?$/gm);
    const shown = Array.from(
      lines,
      ([, method, path = '']) => `${method} ${path.replace(/(?<=\/)\d+(?=\/|$)/, ':id')}`,
    );
    const all = ownerContract.map(({ route }) => route.replace(/\{\w+\}/, ':id'));
    assert.deepEqual([...new Set(shown)].sort(), all.sort());
  });
});

describe('the pages of our own operations', () => {
  it('show a request to every operation, and none to others', async () => {
    const shown = (await readPages()).flatMap((page) =>
      Array.from(
        page.matchAll(/^(GET|PUT|POST|DELETE) (\/(?:api|integrations)\/[\w/{}]+)(?:\?\S*)?$/gm),
        ([, method, path]) => `${method} ${path}`,
      ),
    );
    const all = [...additions, ...ownAdditions].map(({ route }) => route);
    assert.deepEqual([...new Set(shown)].sort(), all.filter((each) => !isOnScript(each)).sort());
  });
});

describe('docs/glossary.md', () => {
  it('has at most 60 terms, each once', async () => {
    const page = await readFile(new URL('../docs/glossary.md', import.meta.url), 'utf8');
    const terms = Array.from(page.matchAll(/^\| ([a-z][\w -]*) \|/gm), ([, term]) => term);
    assert.deepEqual(terms, [...new Set(terms)]);
    assert.ok(terms.length >= 30 && terms.length <= 60, `${terms.length}`);
  });
});

async function readPages(): Promise<string[]> {
  const names = await readdir(folder);
  return await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
}

/** Operations of example requests, which stand at the beginning of a line. */
function requestsIn(page: string): string[] {
  const lines = page.matchAll(/^(GET|POST|PUT|PATCH|DELETE) (\/\S*\.php)(?:\?(\S*))?$/gm);
  return Array.from(lines, ([, method, path, query]) => {
    const action = new URLSearchParams(query).get('action');
    return `${method} ${path}${action === null ? '' : `?action=${action}`}`;
  });
}
