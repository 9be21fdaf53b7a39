import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newPhone, startPhoneServer } from '../../../test/helpers/accounts/phone-accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { startAfricasTalkingPeer } from '../../../test/helpers/smsc/africas-talking-peer.ts';
import { until } from '../../../test/helpers/until.ts';
import { readConfig } from '../../config.ts';
import { randomIds } from '../../kit/ids.ts';
import { ConfigError } from '../../settings/setting-types.ts';
import { apiKeys } from '../../sms/access/api-key.ts';

describeOnBothEngines('SMS of the operator to owners of accounts', (engine) => {
  const waysOf = async (server: TestServer) =>
    (await server.request('GET', '/api/auth.php?action=sign-in-ways')).body;

  it('are off without a key, and where they would end in the simulator', async () => {
    for (const env of [{}, { ACCOUNT_SMS_KEY: 'ksm_key' }] as Record<string, string>[]) {
      const server = await startTestServer({ engine, env });
      assert.deepEqual(await waysOf(server), { phone: false });
      const { token, password } = await registerUser(server);
      const phone = newPhone();
      const off = [503, 'phone_off'];
      const start = await callAuth(server, 'phone-start', { token, json: { phone, password } });
      assert.deepEqual(failureOf(start), off);
      const asked = await callAuth(server, 'phone-reset-request', { json: { phone } });
      assert.deepEqual(failureOf(asked), off);
      const json = { phone, sms_code: '123456', password };
      assert.deepEqual(failureOf(await callAuth(server, 'phone-reset', { json })), off);
      assert.equal(
        /phone numbers of accounts are off: no provider/.test(server.logged()),
        'ACCOUNT_SMS_KEY' in env,
      );
      await server.stop();
    }
  });

  it('go by another server of the document, whose address may end in its version', async () => {
    const desk = await startPhoneServer(engine);
    assert.deepEqual(await waysOf(desk.server), { phone: true });
    await desk.start(await registerUser(desk.server), newPhone());
    assert.equal(desk.sms.taken[0]?.key, 'key');
    await desk.stop();
  });

  it('go by a provider of this server, from an account of the operator that pays for them', async () => {
    const peer = await startAfricasTalkingPeer();
    const { secret, prefix, hash } = apiKeys.make(randomIds);
    const server = await startTestServer({
      engine,
      env: {
        ACCOUNT_SMS_KEY: secret,
        AT_USERNAME: peer.username,
        AT_API_KEY: peer.apiKey,
        AT_URL: peer.url,
        SMS_TRIAL_SENDS: 'simulated',
      },
    });
    assert.deepEqual(await waysOf(server), { phone: true });
    const operator = await registerUser(server);
    const key = { user_id: Number(operator.user.id), name: 'Codes', prefix, key_hash: hash };
    await server.db.write
      .insertInto('sms_keys')
      .values({ ...key, created_at: server.clock.now })
      .execute();
    const { token, password } = await registerUser(server);
    const json = { phone: '0712 345 678', password };
    const start = () => callAuth(server, 'phone-start', { token, json });
    // Trial credits end in the simulator, which is no phone.
    assert.deepEqual(failureOf(await start()), [502, 'sms_not_sent']);
    await server.db.write
      .updateTable('sms_accounts')
      .set({ is_trial: 0 })
      .where('user_id', '=', key.user_id)
      .execute();
    assert.equal((await start()).status, 200);
    const form = await until(async () => peer.calls[0]?.form);
    assert.match(form['message'] ?? '', /^Kisima: \d{6} is your code to sign in/);
    await server.stop();
    await peer.close();
  });

  it('need a key beside an address, which the start says', () => {
    for (const [env, message] of [
      [{ ACCOUNT_SMS_BASE: 'https://sms.example.org' }, /^ACCOUNT_SMS_KEY is required/],
      [{ ACCOUNT_SMS_BASE: 'sms.example.org', ACCOUNT_SMS_KEY: 'k' }, /^ACCOUNT_SMS_BASE must be/],
    ] as const) {
      assert.throws(() => readConfig(env), { constructor: ConfigError, message });
    }
  });
});
