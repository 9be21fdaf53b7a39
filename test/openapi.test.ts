import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  describedOperations,
  fetchDescription,
  fetchOpenApi,
  type OpenApi,
} from './contract/openapi.ts';
import { useTestServer } from './helpers/server/test-server.ts';

describe('the description of the API', () => {
  const server = useTestServer({ engine: 'sqlite' });
  let openApi: OpenApi;
  before(async () => {
    openApi = await fetchDescription(server);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(await fetchOpenApi(server));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  it('has no error for a linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const document = await fetchOpenApi(server);
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const lines = problems.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' '),
    );
    assert.deepEqual(
      lines.filter((line) => line.startsWith('error')),
      [],
    );
  });

  it('shares what it says more than once, and never two things under one name', async () => {
    const { components = {} } = await fetchOpenApi(server);
    assert.ok(Object.keys(components.schemas ?? {}).length > 50);
    assert.ok(Object.keys(components.responses ?? {}).length >= 11);
  });

  it('says of every operation what it does and where it belongs', () => {
    for (const [route, { summary = '', tags = [] }] of describedOperations(openApi)) {
      assert.match(summary, /^[A-Z].{5,80}[^.]$/, route);
      assert.equal(tags.length, 1, route);
    }
  });

  it('names no operation twice', () => {
    const operations = [...describedOperations(openApi).values()];
    const ids = operations.flatMap(({ operationId }) => operationId ?? []);
    assert.equal(ids.length, operations.length);
    assert.equal(new Set(ids).size, ids.length);
    const titles = operations.map(({ summary, tags }) => `${tags}: ${summary}`);
    assert.equal(new Set(titles).size, titles.length);
  });

  it('describes how each operation can fail', () => {
    for (const [route, { parameters = [], requestBody, security, responses }] of apiOperations()) {
      const statuses = Object.keys(responses).map(Number);
      if (parameters.length > 0 || requestBody) assert.ok(statuses.includes(400), `${route} 400`);
      if (requestBody) assert.ok(statuses.includes(413) && statuses.includes(415), `${route} 415`);
      if (security?.length) assert.ok(statuses.includes(401), `${route} 401`);
      for (const [status, { description, content }] of Object.entries(responses)) {
        assert.ok(description.length > 0, `${route} ${status}`);
        if (Number(status) < 400) continue;
        const { required = [] } = content?.['application/json']?.schema ?? {};
        assert.deepEqual(required, ['success', 'error', 'code'], `${route} ${status}`);
      }
    }
  });

  it('asks people for their token, and programs that send for their key', () => {
    for (const [route, { security = [] }] of describedOperations(openApi)) {
      const wanted = route.includes(' /v1/sms/') ? { apiKey: [] } : { bearer: [] };
      for (const scheme of security) assert.deepEqual(scheme, wanted, route);
    }
  });

  it('is shown without a byte from elsewhere', async () => {
    const page = await server.request('GET', '/docs/');
    assert.equal(page.status, 200);
    const assets = assetsOf(page.text);
    assert.ok(assets.length > 3);
    for (const asset of assets) {
      const { pathname, origin } = new URL(asset, `${server.url}/docs/`);
      assert.equal(origin, server.url, asset);
      const { status, text, headers } = await server.request('GET', pathname);
      assert.equal(status, 200, asset);
      if (/css/.test(headers.get('content-type') ?? '')) {
        assert.doesNotMatch(text, /(url\(\s*["']?|@import\s+["']?)(https?:)?\/\//, asset);
      }
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /(^|;)script-src 'self'(;|$)/);
    // Without TLS, which a home network has not, this would ask for every asset in vain.
    assert.doesNotMatch(policy, /upgrade-insecure-requests/);
  });

  it('is what the page shows', async () => {
    const { text } = await server.request('GET', '/docs/static/docs-page.js');
    assert.match(text, /url: '\/openapi\.json'/);
    assert.match(text, /validatorUrl: null/);
  });

  it('has the operations that the page leads to', async () => {
    const { text } = await server.request('GET', '/docs');
    const links = Array.from(text.matchAll(/href="#\/([^"/]+)\/([^"]+)"/g));
    assert.ok(links.length > 5);
    const places = [...describedOperations(openApi)].map(
      ([, { tags, operationId }]) => `${tags?.[0]}/${operationId}`,
    );
    for (const [, tag = '', id] of links) {
      assert.ok(places.includes(`${decodeURIComponent(tag)}/${id}`), `${tag}/${id}`);
    }
  });

  function apiOperations() {
    return [...describedOperations(openApi)].filter(([, { tags }]) => tags?.[0] !== 'Operations');
  }
});

/** Files that a page's tags load: scripts, styles, images. */
function assetsOf(html: string): string[] {
  const tags = html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g);
  return Array.from(tags, ([, address = '']) => address);
}
