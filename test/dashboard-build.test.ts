import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type OpenApi, renderOperations } from '../scripts/render-operations.ts';
import { startTestServer, useTestServer } from './helpers/server/test-server.ts';

const web = new URL('../web/', import.meta.url);

/** `preact/hooks` is of `preact`. */
const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** Bytes that the home screen may load before it is complete, compressed. */
const mostBytes = 90 * 1024;

describe('the dashboard as it is built and served', () => {
  const server = useTestServer({ engine: 'sqlite' });

  const page = (path: string, headers: Record<string, string> = {}) =>
    server.request('GET', path, { headers: { accept: 'text/html', ...headers } });

  it('loads at most 90 KB of scripts and styles for the home screen', async () => {
    const { text } = await page('/');
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    assert.ok(files.length >= 2);
    // On 2G each file more is a second: small ones that screens share lie in one.
    assert.ok(files.length <= 3, files.join(' '));
    const sizes = await Promise.all(
      files.map(async (path) => (await stat(new URL(`dist${path}.gz`, web))).size),
    );
    const total = sizes.reduce((sum, size) => sum + size);
    assert.ok(total <= mostBytes, `${total} bytes`);
  });

  it('answers every address that a person asks for with the page, and nothing inline in it', async () => {
    for (const path of ['/', '/tanks/12', '/sms/compose', '/sign-in']) {
      const answer = await page(path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.doesNotMatch(answer.text, /<script>|<style|style=/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
      const permissions = answer.headers.get('permissions-policy');
      assert.equal(permissions, 'camera=(self), geolocation=(), microphone=()');
      assert.equal(answer.headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
    }
  });

  it('names what it is made of, with the licences', async () => {
    const { text, headers } = await server.request('GET', '/licences.txt');
    assert.match(headers.get('content-type') ?? '', /^text\/plain/);
    const sources = await Promise.all(
      globSync('src/**/!(*.test).{ts,tsx}', { cwd: web }).map((path) =>
        readFile(new URL(path, web), 'utf8'),
      ),
    );
    const imports = sources
      .join('\n')
      .matchAll(/^(?:import|\} from) (?!type)[^;']*?'([a-z@][^':]*)'/gm);
    const packages = new Set([...imports].map(([, path = '']) => packageOf(path)));
    assert.ok(packages.size > 5, [...packages].join());
    for (const name of packages) assert.match(text, new RegExp(`^## ${name} - `, 'm'));
    const swagger = await server.request('GET', '/docs/static/swagger-ui-licences.txt');
    assert.match(swagger.text, /SmartBear[\s\S]*Apache License/);
  });

  it('leaves unknown paths of programs, and of requests for no page, as they were', async () => {
    for (const path of ['/api/nothing', '/v1/nothing', '/V1/nothing', '/iot_other.php', '/a.png']) {
      assert.equal((await page(path)).status, 404, path);
    }
    assert.equal((await server.request('GET', '/nothing')).status, 404);
    assert.equal((await server.request('POST', '/nothing')).status, 404);
  });

  it('serves assets compressed and for ever, and the service worker always anew', async () => {
    const { text } = await page('/');
    const script = /src="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
    const answer = await server.request('GET', script, { headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    const worker = await server.request('GET', '/service-worker.js');
    assert.equal(worker.headers.get('cache-control'), 'no-cache');
  });

  it('names an operator’s map tiles, and lets browsers ask them', async () => {
    const plain = await server.request('GET', '/dashboard.json');
    assert.deepEqual(plain.body, { tiles: null });
    const tiles = await startTestServer({
      engine: 'sqlite',
      env: { MAP_TILES: 'https://tiles.example.org/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'Example' },
    });
    try {
      const answer = await tiles.request('GET', '/dashboard.json');
      assert.deepEqual(answer.body, {
        tiles: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 'Example' },
      });
      const { headers } = await tiles.request('GET', '/');
      assert.match(
        headers.get('content-security-policy') ?? '',
        /img-src 'self' data: blob: https:\/\/tiles\.example\.org;/,
      );
    } finally {
      await tiles.stop();
    }
  });

  it('calls the API by types that are what /openapi.json says', async () => {
    const { body } = await server.request('GET', '/openapi.json');
    const written = await readFile(new URL('src/api/operations.ts', web), 'utf8');
    assert.equal(written, await renderOperations(body as OpenApi), 'run npm run web:types');
  });
});
