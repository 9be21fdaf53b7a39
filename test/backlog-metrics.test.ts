import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertDeliveries, insertWebhook } from '../src/sms/webhooks/queries.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newSmsOwner } from './helpers/sms/sms-account.ts';
import { registerDevice } from './helpers/water/devices.ts';

describeOnBothEngines('what Prometheus is told of work that waits', (engine) => {
  let server: TestServer;
  before(async () => {
    // Nobody listens there, so whatever is to be sent waits.
    const env = { SMPP_URL: 'smpp://kisima:secret@127.0.0.1:1' };
    server = await startTestServer({ engine, env, isStill: true });
  });
  after(() => server.stop());

  /** The figures of a moment later, by their names. */
  const figures = async () => {
    server.clock.advance(10_000);
    const { text } = await server.request('GET', '/metrics');
    const lines = text.matchAll(/^(kisima_\w+) (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
  };

  it('counts devices that are online', async () => {
    const { token } = await registerUser(server);
    const devices = [await registerDevice(server, token), await registerDevice(server, token)];
    await registerDevice(server, token);
    for (const { mac_or_serial: mac_address } of devices) {
      const form = { mac_address, water_level_percent: 50 };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    }
    assert.equal((await figures())['kisima_devices_online'], 2);
    server.clock.advance(3_600_000);
    assert.equal((await figures())['kisima_devices_online'], 0);
  });

  it('counts messages that are due, those that are scheduled not, and how long the oldest is', async () => {
    const { call } = await newSmsOwner(server);
    const bulk = async (more: object) => {
      const json = { to: ['0712345678', '0712345679'], message: 'Maji yamerudi', ...more };
      const { status, text } = await call('POST', '/sms/bulk', { json });
      assert.ok(status < 300, text);
    };
    const begun = await figures();
    assert.equal(begun['kisima_sms_outbox_messages'], 0);
    assert.equal(begun['kisima_sms_outbox_oldest_seconds'], 0);
    const in5minutes = new Date(server.clock.now + 300_000).toISOString();
    await bulk({ scheduled_at: in5minutes });
    assert.equal((await figures())['kisima_sms_outbox_messages'], 0);
    await bulk({});
    server.clock.advance(110_000);
    const waiting = await figures();
    assert.equal(waiting['kisima_sms_outbox_messages'], 2);
    assert.equal(waiting['kisima_sms_outbox_oldest_seconds'], 120);
  });

  it('counts events for webhooks that are there, and notifications, which have not arrived', async () => {
    const { userId } = await newSmsOwner(server);
    const { db, clock } = server;
    const common = { user_id: userId, body: '{}', attempts: 1, created_at: clock.now };
    // Tried an hour from now, since nobody took them.
    const row = { ...common, due_at: clock.now + 3_600_000 };
    const { id: webhook_id } = await insertWebhook(db.write, {
      user_id: userId,
      url: 'https://example.com',
      sealed_secret: '',
      created_at: clock.now,
    });
    const event = { ...row, webhook_id, event: 'message.delivered' };
    await insertDeliveries(db.write, [
      event,
      { ...event, due_at: null, taken_at: clock.now },
      { ...event, webhook_id: webhook_id + 1 },
    ]);
    const { id: target_id } = await db.write
      .insertInto('notification_targets')
      .values({ user_id: userId, channel: 'webhook', address: '', created_at: clock.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const told = {
      ...row,
      target_id,
      channel: 'webhook',
      address: '',
      reason: 'incidents',
      salt: '',
    };
    await db.write
      .insertInto('notifications')
      .values([
        { ...told, unsure: 0 },
        { ...told, unsure: 0 },
      ])
      .execute();
    server.clock.advance(50_000);
    const waiting = await figures();
    assert.equal(waiting['kisima_sms_webhooks_undelivered'], 1);
    assert.equal(waiting['kisima_sms_webhooks_oldest_seconds'], 60);
    assert.equal(waiting['kisima_notifications_undelivered'], 2);
    assert.equal(waiting['kisima_notifications_oldest_seconds'], 60);
  });
});
