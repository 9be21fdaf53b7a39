import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { registerUser } from './helpers/accounts.ts';
import { wrongFields } from './helpers/answers.ts';
import { startTestServer, type TestServer } from './helpers/test-server.ts';

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
        `${request}\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(Number(answer.split(' ')[1]), status);
      const { error, ...body } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      assert.deepEqual(body, { success: false, code });
      assert.match(error, /\.$/);
    });
  }

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

/** Sends bytes that no HTTP client would, and gives what comes back until the server hangs up. */
async function sendText(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return received;
}
