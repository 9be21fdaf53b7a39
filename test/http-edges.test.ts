import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registerUser } from './helpers/accounts/accounts.ts';
import { wrongFields } from './helpers/http/answers.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { readAnswer, sendText } from './helpers/sms/send-text.ts';

const origin = 'https://dashboard.example';

describe('requests that no route sees', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', env: { CORS_ORIGINS: origin } });
  });
  after(() => server.stop());

  for (const [what, status, code, request] of [
    ['a path that cannot be decoded', 400, 'malformed_request', 'GET /%zz HTTP/1.1'],
    ['what is not HTTP', 400, 'malformed_request', 'HELLO'],
    ['a header that never ends', 431, 'headers_too_large', `GET /${'x'.repeat(20_000)} HTTP/1.1`],
  ] as const) {
    it(`answers ${what} in the one failure shape`, async () => {
      const answer = await sendText(
        server.url,
        `${request}\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      const { status: given, headers, body } = readAnswer(answer);
      assert.equal(given, status);
      const { error, ...rest } = JSON.parse(body);
      assert.deepEqual(rest, { success: false, code });
      assert.match(error, /\.$/);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.match(headers.get('x-request-id') ?? '', /^\w+-\w+$/);
    });
  }

  it('logs what is not HTTP as a request, under the id of its answer', async () => {
    const { headers } = readAnswer(await sendText(server.url, 'HELLO\r\n\r\n'));
    const line = server
      .logged()
      .split('\n')
      .find((each) => each.includes(`"requestId":"${headers.get('x-request-id')}"`));
    assert.match(line ?? '', /"status":400,.*"address":"127\.0\.0\.1"/);
  });

  it('answers what came before the bytes that are no request, and then hangs up', async () => {
    const text = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\nHELLO\r\n\r\n';
    const answer = await sendText(server.url, text);
    assert.deepEqual(answer.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 200']);
    assert.equal(readAnswer(answer).headers.get('connection'), 'close');
    assert.match(answer, /\}$/);
  });

  it('answers 405 where a path has other methods, whatever the body', async () => {
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const answer = await server.request('DELETE', '/healthz', { headers, body: 'x' });
      assert.equal(answer.status, 405, answer.text);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('takes an empty body for none, whatever its header says', async () => {
    const { token } = await registerUser(server);
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
      const headers = { 'content-type': type };
      const path = '/api/auth.php?action=update';
      const answer = await server.request('PUT', path, { token, headers, body: '' });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(wrongFields(answer), ['body']);
      const filled = await server.request('PUT', path, { token, headers, body: 'x' });
      assert.equal(filled.status, type === 'application/json' ? 400 : 415, filled.text);
    }
  });

  it('lets the pages of a named origin use every method, and no others', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const asked = { origin, 'access-control-request-method': method };
      const path = '/api/devices.php?action=update-name';
      const answer = await server.request('OPTIONS', path, { headers: asked });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('access-control-allow-origin'), origin);
      assert.match(answer.headers.get('access-control-allow-methods') ?? '', RegExp(method));
    }
    const elsewhere = { origin: 'https://elsewhere.example' };
    const { headers } = await server.request('GET', '/healthz', { headers: elsewhere });
    assert.equal(headers.get('access-control-allow-origin'), null);
  });

  it('shows such pages the link to the next page of a list', async () => {
    const { headers } = await server.request('GET', '/healthz', { headers: { origin } });
    assert.match(headers.get('access-control-expose-headers') ?? '', /\bLink\b/);
  });
});
