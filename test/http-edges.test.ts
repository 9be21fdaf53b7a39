import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../src/config.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { wrongFields } from './helpers/http/answers.ts';
import { useTestServer } from './helpers/server/test-server.ts';
import { readAnswer, sendText } from './helpers/sms/send-text.ts';
import { registerDevice } from './helpers/water/devices.ts';

const origin = 'https://dashboard.example';

describe('requests that no route sees', () => {
  const server = useTestServer({ engine: 'sqlite', env: { CORS_ORIGINS: origin } });

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

  it('are found by a path with slashes at its end or doubled, without a redirect', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac } = await registerDevice(server, token);
    const made = await server.request('POST', '/v1/account/keys/', { token, json: { name: 'k' } });
    const { api_key } = made.body as { api_key: string };
    const key = { 'x-api-key': api_key };
    const form = { mac_address: mac, water_level_percent: '50' };
    const sms = { to: '0712345678', message: 'Tangi limejaa' };
    for (const [method, path, options, status] of [
      ['GET', '/v1/sms/balance', { headers: key }, 200],
      ['POST', '/v1/sms/send', { headers: key, json: sms }, 200],
      ['POST', '/v1/sms/bulk', { headers: key, json: { ...sms, to: ['0712345678'] } }, 202],
      ['GET', '/v1/sms/messages', { headers: key }, 200],
      ['DELETE', '/v1/sms/send', { headers: key }, 405],
      ['GET', '/v1/account', { token }, 200],
      ['GET', '/V1/sms/balance', {}, 401],
      ['POST', '/iot_push.php', { form }, 201],
      ['GET', '/api/devices.php', { token }, 404],
      ['GET', '/api/devices.php/list', { token }, 200],
      ['GET', '/api/devices.php|?action=list', { token }, 200],
      ['GET', `/iot_commands.php|?mac_address=${mac}`, {}, 200],
      ['GET', '/healthz', {}, 200],
      ['GET', '/', {}, 200],
    ] as const) {
      const [bare = '', query = ''] = path.split('|');
      for (const end of ['', '/', '//', '///']) {
        const at = bare === '/' ? `/${end}${query}` : `${bare}${end}${query}`;
        const answer = await server.request(method, at, options);
        assert.equal(answer.status, status, `${method} ${at}: ${answer.text.slice(0, 200)}`);
      }
    }
  });

  it('find the metrics by their own path alone, which proxies keep from the public', async () => {
    assert.equal((await server.request('GET', '/metrics?from=here')).status, 200);
    for (const path of [
      '/metrics/',
      '/metrics//',
      '//metrics',
      '/%6detrics',
      '/%6Detric%73/',
      '/metrics/?from=here',
    ]) {
      assert.equal((await server.request('GET', path)).status, 404, path);
    }
  });

  it('are found by an address with its host, which modems with a proxy send', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac } = await registerDevice(server, token);
    const { host } = new URL(server.url);
    const body = `mac_address=${mac}&water_level_percent=62.5`;
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
    const push = `${type}Content-Length: ${body.length}\r\n`;
    for (const [request, headers, sent, status] of [
      [`POST http://${host}/iot_push.php`, push, body, 201],
      [`POST HTTP://kisima.example//iot_push.php?x=http://y//z`, push, body, 201],
      [`GET https://${host}/iot_commands.php?mac_address=${mac}`, '', '', 200],
      [`GET http://${host}?action=none`, '', '', 200],
      [`GET http://${host}/api/devices.php?action=list`, '', '', 401],
    ] as const) {
      const head = `${request} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}`;
      const answer = readAnswer(await sendText(server.url, `${head}\r\n${sent}`));
      assert.equal(answer.status, status, `${request}: ${answer.body}`);
    }
  });

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

  it('refuses a JSON that is not in UTF-8, which would be sent on with other characters', async () => {
    const { token } = await registerUser(server);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const json = (name: string) => JSON.stringify({ name });
    const make = async (body: Uint8Array) => {
      const options = { method: 'POST', headers, body };
      const response = await fetch(`${server.url}/v1/account/groups`, options);
      return [response.status, (await response.json()) as { code?: string }] as const;
    };
    assert.equal((await make(Buffer.from(json('André 💧'))))[0], 201);
    const cut = Buffer.from(json('💧')).toString('latin1').replace('\u009f', '');
    for (const body of [Buffer.from(json('André'), 'latin1'), Buffer.from(cut, 'latin1')]) {
      const [status, { code }] = await make(body);
      assert.deepEqual([status, code], [400, 'malformed_request']);
    }
    const utf16 = Buffer.from(json('André'), 'utf16le');
    assert.equal((await make(utf16))[0], 400);
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

  it('takes origins for the setting, and neither any page nor one in a sandbox', () => {
    const CORS_ORIGINS = 'https://App.example, http://10.0.0.7:3000 ,capacitor://localhost';
    assert.deepEqual(readConfig({ CORS_ORIGINS }).corsOrigins, [
      ...['https://app.example', 'http://10.0.0.7:3000', 'capacitor://localhost'],
    ]);
    for (const wrong of [
      '*',
      'null',
      'app.example',
      'https://*.example',
      `${origin}/`,
      `${origin},`,
    ]) {
      assert.throws(
        () => readConfig({ CORS_ORIGINS: wrong }),
        /CORS_ORIGINS must be origins/,
        wrong,
      );
    }
  });

  it('refuses a parameter that comes twice, and takes the first of two actions', async () => {
    const { token } = await registerUser(server);
    const { id } = await registerDevice(server, token);
    const path = `/api/sensors.php?action=latest&device_id=${id}`;
    assert.equal((await server.request('GET', path, { token })).status, 200);
    const twice = await server.request('GET', `${path}&device_id=${id}`, { token });
    assert.deepEqual([twice.status, wrongFields(twice)], [400, ['device_id']]);
    const body = 'mac_address=AA:BB:CC:DD:EE:01&water_level_percent=5&water_level_percent=95';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const pushed = await server.request('POST', '/iot_push.php', { headers, body });
    assert.deepEqual([pushed.status, wrongFields(pushed)], [400, ['water_level_percent']]);
    const remove = `/api/devices.php?action=list&action=remove&id=${id}`;
    assert.equal((await server.request('DELETE', remove, { token })).status, 405);
    assert.equal((await server.request('GET', remove, { token })).status, 200);
  });

  it('shows such pages the link to the next page of a list', async () => {
    const { headers } = await server.request('GET', '/healthz', { headers: { origin } });
    assert.match(headers.get('access-control-expose-headers') ?? '', /\bLink\b/);
  });
});
