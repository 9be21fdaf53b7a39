import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { storeInbound } from '../src/sms/inbound/store-inbound.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';
import { registerDevice } from './helpers/water/devices.ts';

const phone = '254712345678';
const shortCode = '22384';

describeOnBothEngines("questions by SMS, by this server's own SMS service", (engine) => {
  const server = useTestServer({ engine, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let token: string;
  let userId: number;
  before(async () => {
    const registered = await registerUser(server);
    token = registered.token;
    userId = Number(registered.user.id);
    await setUp();
  });

  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await server.request(method, path, { token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };

  /** Texts that went to the phone, the oldest first. */
  const received = async () => {
    const { body } = await server.request('GET', '/v1/account/outbox', { token });
    return (body as { to: string; message: string }[])
      .filter(({ to }) => to === phone)
      .map(({ message }) => message)
      .reverse();
  };

  /** A key, a verified number, a short code, and a webhook that posts to the path that the settings name. */
  const setUp = async () => {
    const settings = '/api/notifications.php?action=';
    const { api_key } = await call('POST', '/v1/account/keys', { name: 'tanks' });
    const { sms } = await call('POST', `${settings}save`, { sms_key: api_key });
    await call('POST', `${settings}verify-phone`, { phone });
    const code = /\d{6}/.exec((await received())[0] ?? '')?.[0];
    await call('POST', `${settings}confirm-phone`, { code });
    const { path } = (sms as { webhook: { path: string } }).webhook;
    const { secret } = await call('POST', '/v1/account/webhooks', { url: server.url + path });
    await call('POST', `${settings}save`, { sms_webhook_secret: secret });
    const created_at = server.clock.now;
    const row = { sender: shortCode, name: shortCode, user_id: userId, created_at };
    await server.db.write.insertInto('sms_senders').values(row).execute();
  };

  /** A message that the phone sends reaches the SMS service. */
  const write = (text: string, ref: string | null = null) =>
    storeInbound(
      { db: server.db, clock: () => server.clock.now },
      { provider: 'test', ref, from: '+254712345678', to: shortCode, text },
    );

  const answersOf = (count: number) =>
    until(async () => {
      const [, ...answers] = await received();
      return answers.length >= count && answers;
    });

  it('are answered to the phone, each once', async () => {
    const device = await registerDevice(server, token);
    const { mac_or_serial } = device;
    const name = { mac_or_serial, device_name: 'Roof' };
    await call('PUT', '/api/devices.php?action=update-name', name);
    const form = { mac_address: mac_or_serial, water_level_percent: 45 };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);

    await write('LEVEL');
    assert.deepEqual(await answersOf(1), ['Kisima: Roof: 45%']);
    await write('Pump on roof', 'mo-1');
    await write('Pump on roof', 'mo-1');
    const [, pump] = await answersOf(2);
    assert.equal(pump, 'Kisima: PUMP ON is sent to Roof, now 45%.');
    await write('STOP');
    await write('msaada');
    const answers = await answersOf(3);
    assert.equal(answers.length, 3);
    assert.match(answers[2] ?? '', /^Kisima: LEVEL or LEVEL roof/);
    const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
    const commands = (await server.request('GET', path, { token })).body as unknown[];
    assert.equal(commands.length, 1);
  });
});
