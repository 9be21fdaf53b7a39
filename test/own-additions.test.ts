import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { describedOperations, fetchDescription, type OpenApi } from './contract/openapi.ts';
import { isOnScript } from './contract/operation.ts';
import { ownAdditions } from './contract/own-additions.ts';
import { additions } from './contract/table/additions.ts';
import { failureOf } from './helpers/http/answers.ts';
import { useTestServer } from './helpers/server/test-server.ts';

describe('what the water level service has beyond its document', () => {
  const server = useTestServer({ engine: 'sqlite' });
  let openApi: OpenApi;
  before(async () => {
    openApi = await fetchDescription(server);
  });

  it('is on the list', () => {
    const served = [...describedOperations(openApi).keys()].filter(
      (route) => / \/(api|integrations)\//.test(route) && !isOnScript(route),
    );
    const listed = [...ownAdditions, ...additions].map(({ route }) => route);
    assert.deepEqual(served.sort(), listed.filter((route) => !isOnScript(route)).sort());
  });

  for (const { route, auth, query = {}, statuses, page } of ownAdditions) {
    describe(route, () => {
      const [method = '', path = ''] = route.split(' ');

      it('is described with these fields and statuses', () => {
        const described = describedOperations(openApi).get(route);
        const { parameters = [], responses = {}, security } = described ?? {};
        const fields = parameters.map(({ name, required = false }) => [name, required]);
        assert.deepEqual(Object.fromEntries(fields), query);
        assert.deepEqual(Object.keys(responses).map(Number), statuses);
        assert.deepEqual(security, auth === 'bearer' ? [{ bearer: [] }] : []);
      });

      it('is 401 to callers that are not let in', async () => {
        const answer = await server.request(method, path);
        assert.deepEqual(failureOf(answer), [401, 'unauthenticated']);
      });

      it('has a request in the docs', () => {
        const text = readFileSync(new URL(`../docs/api/${page}`, import.meta.url), 'utf8');
        assert.match(text, new RegExp(`^${route}(\\?\\S*)?$`, 'm'));
      });
    });
  }
});
