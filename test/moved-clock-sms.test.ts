import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../src/kit/time/units.ts';
import { assertDoctorClean } from './helpers/database/assert-doctor-clean.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newNumber, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import { startWebhookReceiver } from './helpers/sms/webhook-receiver.ts';
import { until } from './helpers/until.ts';

describeOnBothEngines('SMS while the clock is set', (engine) => {
  let server: TestServer;
  let caller: SmsCaller;

  beforeEach(async () => {
    const env = { SIMULATOR_DELAY_SECONDS: '3600', WEBHOOKS_ALLOW_PRIVATE: 'true' };
    server = await startTestServer({ engine, env, isStill: true });
    caller = await newSmsCaller(server);
  });
  afterEach(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
  });

  it('locks no key for longer than its minute', async () => {
    for (let count = 0; count < 60; count += 1) await caller.balance();
    const refused = await caller.call('GET', '/balance');
    assert.equal(refused.status, 429);
    server.clock.jump(-hourMs);
    const { status, headers } = await caller.call('GET', '/balance');
    if (status === 429) assert.ok(Number(headers.get('retry-after')) <= 60);
    assert.ok(Number(headers.get('ratelimit-reset')) <= 60);
    server.clock.advance(minuteMs);
    assert.equal((await caller.call('GET', '/balance')).status, 200);
  });

  it('gives a repeat the answer of the first, a day too far ahead and back again', async () => {
    const headers = { 'idempotency-key': `once-${server.clock.now}` };
    const json = { to: newNumber(), message: 'Once' };
    const first = await caller.send(json, headers);
    assert.equal(first.status, 200, first.text);
    for (const jump of [dayMs + hourMs, -dayMs - hourMs, -hourMs, hourMs]) {
      server.clock.jump(jump);
      assert.deepEqual((await caller.send(json, headers)).body, first.body);
    }
    assert.equal((await caller.balance()).used, 1);
  });

  it('tries webhooks again that wait for a time from before the clock was set', async () => {
    const receiver = await startWebhookReceiver();
    receiver.answerWith((response) => response.writeHead(500).end());
    const made = await caller.owner.call('POST', '/webhooks', { json: { url: receiver.url } });
    assert.equal(made.status, 201, made.text);
    await caller.send({ to: newNumber(), message: 'Maji yamefika' });
    const { body } = await receiver.next();
    const isWaiting = async () => {
      const waiting = await deliveries();
      return waiting.every(({ lease_until }) => lease_until === null);
    };
    await until(isWaiting);
    server.clock.jump(-hourMs);
    assert.equal((await receiver.next()).body, body);
    await until(isWaiting);
    // A day ahead it is tried once more and not given up.
    server.clock.jump(dayMs + 2 * hourMs);
    assert.equal((await receiver.next()).body, body);
    await until(isWaiting);
    receiver.answerWith((response) => response.writeHead(204).end());
    server.clock.jump(-dayMs - hourMs);
    assert.equal((await receiver.next()).body, body);
    await until(async () => (await deliveries()).every(({ due_at }) => due_at === null));
    assert.equal(receiver.waiting(), 0);
    await receiver.close();
  });

  const deliveries = () =>
    server.db.read
      .selectFrom('sms_webhook_deliveries')
      .select(['due_at', 'lease_until'])
      .where('user_id', '=', caller.owner.userId)
      .execute();
});
