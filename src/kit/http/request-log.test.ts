import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

/** The line of the last request that took this path. */
function lineOf(server: TestServer, path: string): Record<string, unknown> {
  const lines = server
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.findLast((line) => line.msg === 'request' && line.path === path);
}

describeOnBothEngines('the log lines of requests', (engine) => {
  it('name the account and the address of the client', async () => {
    const server = await startTestServer({ engine });
    const { token, user, email, password } = await registerUser(server);
    const account = Number(user.id);
    const address = '127.0.0.1';
    const named = (path: string) => {
      const line = lineOf(server, path);
      return { account: line['account'], address: line['address'] };
    };
    assert.deepEqual(named('/api/auth.php'), { account, address });
    await server.request('GET', '/api/me', { token });
    assert.deepEqual(named('/api/me'), { account, address });
    const json = { email, password };
    await server.request('POST', '/api/auth.php?action=login', { json });
    assert.deepEqual(named('/api/auth.php'), { account, address });

    const made = await server.request('POST', '/v1/account/keys', { token, json: { name: 'log' } });
    const { api_key } = made.body as { api_key: string };
    await server.request('GET', '/v1/sms/balance', { headers: { 'x-api-key': api_key } });
    assert.deepEqual(named('/v1/sms/balance'), { account, address });
    const opened = await server.request('POST', '/api/stream/tickets', { token });
    const { ticket } = opened.body as { ticket: string };
    const stream = await fetch(`${server.url}/api/stream?ticket=${ticket}`);
    await stream.body?.cancel();

    await server.request('GET', '/healthz');
    assert.deepEqual(named('/healthz'), { account: undefined, address });
    await server.request('GET', '/api/me', { token: `${token}x` });
    assert.deepEqual(named('/api/me'), { account: undefined, address });
    for (const secret of [token, api_key, ticket, password, email]) {
      assert.ok(!server.logged().includes(secret));
    }
    await server.stop();
  });

  it('name the client behind a proxy that is trusted, on the fast path too', async () => {
    const server = await startTestServer({ engine, env: { TRUST_PROXY: '127.0.0.1' } });
    const { token } = await registerUser(server);
    const { mac_or_serial } = await registerDevice(server, token);
    const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.5' };
    const fields = { mac_address: mac_or_serial, water_level_percent: 50 };
    for (const body of [{ form: fields }, { json: fields }]) {
      const pushed = await server.request('POST', '/iot_push.php', { ...body, headers });
      assert.equal(pushed.status, 201, pushed.text);
      assert.equal(lineOf(server, '/iot_push.php')['address'], '203.0.113.5');
    }
    await server.stop();
  });
});

describe('LOG_CLIENTS', () => {
  for (const [setting, names] of [
    ['account', ['account']],
    ['none', []],
  ] as const) {
    it(`leaves out what is not said by "${setting}"`, async () => {
      const server = await startTestServer({ engine: 'sqlite', env: { LOG_CLIENTS: setting } });
      const { token } = await registerUser(server);
      await server.request('GET', '/api/me', { token });
      const line = lineOf(server, '/api/me');
      assert.deepEqual(
        ['account', 'address'].filter((name) => Object.hasOwn(line, name)),
        names,
      );
      assert.doesNotMatch(server.logged(), /127\.0\.0\.1[^:]/);
      await server.stop();
    });
  }
});
