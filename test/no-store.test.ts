import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describedOperations, fetchDescription } from './contract/openapi.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';
import { registerDevice } from './helpers/water/devices.ts';

describeOnBothEngines('what caches may keep', (engine) => {
  const server = useTestServer({ engine });

  it('is no answer that holds a secret', async () => {
    const { token } = await registerUser(server);
    const { id } = await registerDevice(server, token);
    const webhook = { url: 'https://example.org/hook' };
    for (const [path, json] of [
      ['/api/devices.php?action=api-key', { device_id: id }],
      ['/v1/account/keys', { name: 'walk' }],
      ['/v1/account/webhooks', webhook],
      ['/api/lorawan/secrets', { name: 'walk', network: 'tts' }],
      ['/api/stream/tickets', {}],
      ['/api/auth.php?action=reset-request', { email: 'nobody@example.org' }],
    ] as const) {
      const { status, headers, text } = await server.request('POST', path, { token, json });
      assert.ok(status < 300, `${path} ${text}`);
      assert.match(text, /"(api_key|secret|ticket|reset_token)":"/, path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
    }
  });

  it('is no answer of an operation but those to devices, success or failure', async () => {
    const openApi = await fetchDescription(server);
    for (const [route] of describedOperations(openApi)) {
      const [method = '', path = ''] = route.split(' ');
      if (path.startsWith('/iot_')) continue;
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const { headers } = await server.request(method, url);
      assert.match(headers.get('cache-control') ?? '', /no-store/, route);
    }
  });
});
