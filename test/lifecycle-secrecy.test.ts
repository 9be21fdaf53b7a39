import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { makeStorage, type Storage, startKisima } from './helpers/server/kisima-process.ts';
import { call, registerOwner } from './helpers/server/process-client.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

describeOnBothEngines('what the program writes at LOG_LEVEL=trace', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('holds no password, token, device key or reset token, whatever went right or wrong', async () => {
    const server = await startKisima({ ...storage.env, LOG_LEVEL: 'trace' });
    const post = (path: string, json: unknown, token?: string) =>
      call(server.url, 'POST', path, { json, ...(token !== undefined && { token }) });
    const auth = (action: string) => `/api/auth.php?action=${action}`;

    const { email, password, token, devices } = await registerOwner(server.url, 1);
    const [device] = devices;
    assert.ok(device);
    const wrongPassword = 'wrong horse battery';
    const signedIn = await post(auth('login'), { email, password });
    const { token: secondToken } = signedIn.body as { token: string };
    await post(auth('login'), { email, password: wrongPassword });
    await call(server.url, 'POST', auth(`login&password=${wrongPassword}`), { json: [password] });
    await fetch(server.url + auth('login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email": "${email}", "password": "${password}"`,
    });
    await call(server.url, 'GET', `/api/nowhere?token=${token}`, { token });
    await call(server.url, 'GET', auth('session'), { token: `${token}x` });
    await call(server.url, 'GET', auth('session'), { token });

    const keyed = await post('/api/devices.php?action=api-key', { device_id: device.id }, token);
    const { api_key } = keyed.body as { api_key: string };
    const wrongKey = 'not-the-key-of-this-device';
    const fields = { mac_address: device.mac, water_level_percent: 50 };
    const pushes = [];
    for (const key of [api_key, wrongKey]) {
      const pushed = await call(server.url, 'POST', '/iot_push.php', {
        form: { ...fields, api_key: key },
      });
      pushes.push(pushed.status);
      const poll = new URLSearchParams({ mac_address: device.mac, api_key: key }).toString();
      await call(server.url, 'GET', `/iot_commands.php?${poll}`);
      await post('/iot_ack.php', { mac_address: device.mac, command_id: 1, api_key: key });
      await post('/iot_push.php', {
        mac_address: device.mac,
        water_level_percent: 'x',
        api_key: key,
      });
    }

    const opened = await post(auth('reset-request'), { email });
    const { reset_token } = opened.body as { reset_token: string };
    const newPassword = 'staple paper stapler';
    await post(auth('reset-password'), { token: `${reset_token}x`, password: newPassword });
    const reset = await post(auth('reset-password'), { token: reset_token, password: newPassword });
    const { token: thirdToken } = reset.body as { token: string };
    await call(server.url, 'POST', auth('logout'), { token: thirdToken });
    await server.stop();

    assert.deepEqual([signedIn.status, ...pushes, reset.status], [200, 201, 401, 200]);
    const written = server.written();
    assert.match(written, /"path":"\/iot_push\.php".*"status":201/);
    const secret = (await readFile(join(storage.folder, 'server-secret'), 'utf8')).trim();
    for (const [what, text] of Object.entries({
      password,
      wrongPassword,
      newPassword,
      token,
      secondToken,
      thirdToken,
      api_key,
      wrongKey,
      reset_token,
      secret,
      databaseUrl: storage.databaseUrl,
    })) {
      if (text === undefined) continue;
      assert.ok(!written.includes(text), `the ${what} was written`);
      assert.ok(!written.includes(encodeURIComponent(text)), `the ${what} was written`);
    }
  });
});
