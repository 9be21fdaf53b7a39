import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from './helpers/accounts/accounts.ts';
import { startTestServer } from './helpers/server/test-server.ts';

const water = '/api/devices.php?action=list';
const sms = '/v1/sms/balance';

describe('one service alone', () => {
  for (const only of ['water', 'sms'] as const) {
    it(`serves ${only}, the accounts and nothing else`, async () => {
      const server = await startTestServer({ engine: 'sqlite', only });
      const { token } = await registerUser(server);
      const me = await server.request('GET', '/api/me', { token });
      assert.deepEqual((me.body as { services: string[] }).services, [only]);
      const statuses = {
        water: (await server.request('GET', water)).status,
        sms: (await server.request('GET', sms)).status,
      };
      assert.deepEqual(statuses, { water: 404, sms: 404, [only]: 401 });
      assert.equal((await server.request('GET', '/readyz')).status, 200);
      assert.equal((await server.request('GET', '/openapi.json')).status, 200);
      await server.stop();
    });
  }
});
