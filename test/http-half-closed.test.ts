import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from './helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';
import { readAnswer, sendText } from './helpers/sms/send-text.ts';
import { registerDevice } from './helpers/water/devices.ts';

describeOnBothEngines('a client that ends its side after its request', (engine) => {
  const server = useTestServer({ engine });
  let mac: string;
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
    mac = (await registerDevice(server, token)).mac_or_serial;
  });

  const post = (path: string, type: string, body: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      `\r\n${body}`,
    ].join('\r\n');
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;

  it('gets its answer, on the fast path, by the framework, and from storage', async () => {
    const form = `mac_address=${mac}&water_level_percent=50`;
    const json = JSON.stringify({ mac_address: mac, water_level_percent: 50 });
    for (const [request, status] of [
      [post('/iot_push.php', 'application/x-www-form-urlencoded', form), 201],
      [post('/iot_push.php', 'application/json', json), 201],
      [get('/api/devices.php?action=list'), 200],
      [get('/openapi.json'), 200],
    ] as const) {
      const { status: given, body } = readAnswer(await sendText(server.url, request, true));
      assert.equal(given, status, body);
      assert.ok(body.length > 0);
    }
  });

  it('gets all its answers where it sent several', async () => {
    const text = await sendText(
      server.url,
      get('/api/me') + get('/healthz') + get('/readyz'),
      true,
    );
    assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, 3);
  });

  it('gets no stream, which would be for nobody', async () => {
    const opened = await server.request('POST', '/api/stream/tickets', { token });
    const { ticket } = opened.body as { ticket: string };
    const answer = await sendText(server.url, get(`/api/stream?ticket=${ticket}`), true);
    assert.doesNotMatch(answer, /heartbeat/);
    const { text } = await server.request('GET', '/metrics');
    assert.match(text, /^kisima_streams_open 0$/m);
  });
});
