import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pino from 'pino';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { watchSteadyClock } from '../../../test/helpers/server/steady-clock.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { startWebhookReceiver } from '../../../test/helpers/sms/webhook-receiver.ts';
import { sealSecret, webhookSecrets } from '../../../test/helpers/sms/webhook-secrets.ts';
import type { Database } from '../../db/database.ts';
import { createDestinations } from '../../delivery/destinations.ts';
import { systemTimers } from '../../kit/time/timers.ts';
import { toDelivery } from './enqueue-events.ts';
import { findDeliveries, insertDeliveries, insertWebhook } from './queries.ts';
import { createWebhookDelivery } from './webhook-delivery.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

describeOnBothEngines('the loop that delivers events', (engine) => {
  let store: { db: Database; close: () => Promise<void> };
  before(async () => {
    store = await openTestDatabase(engine);
  });
  after(() => store.close());

  const newWebhook = async (url: string, events: number, userId = 1) => {
    const row = { user_id: userId, url, sealed_secret: sealSecret(userId), created_at: now };
    const webhook = await insertWebhook(store.db.write, row);
    const event = { event: 'webhook.test', body: '{}', now } as const;
    const rows = Array.from({ length: events }, () => toDelivery(webhook, event));
    await insertDeliveries(store.db.write, rows);
    return webhook;
  };
  const createLoop = (given = {}) =>
    createWebhookDelivery({
      ...given,
      db: store.db,
      clock: () => now,
      clockWatch: watchSteadyClock(() => now),
      timers: systemTimers,
      log: pino({ level: 'silent' }),
      destinations: createDestinations({ allowPrivate: true }),
      secrets: webhookSecrets,
    });

  it('serves every webhook, also while the endpoints of many others say nothing', async () => {
    const [silent, prompt] = [await startWebhookReceiver(), await startWebhookReceiver()];
    silent.answerWith(() => {});
    const waiting = [];
    for (let count = 0; count < 20; count++) waiting.push(await newWebhook(silent.url, 3));
    await newWebhook(prompt.url, 100, 2);
    const loop = createLoop();
    await loop.start?.();
    for (let count = 0; count < 100; count++) await prompt.next();
    await loop.stop?.();
    // A delivery under way at the stop is as it was, for the next process.
    for (const webhook of waiting) {
      const rows = await findDeliveries(store.db.read, webhook, { before: 1e9, limit: 10 });
      assert.deepEqual(
        rows.map(({ due_at, attempts, lease_until }) => [due_at, attempts, lease_until]),
        Array.from({ length: 3 }, () => [now, 0, null]),
      );
    }
    await silent.close();
    await prompt.close();
  });

  it('serves others beside an account of many slow endpoints', async () => {
    await store.db.write.deleteFrom('sms_webhooks').execute();
    const [slow, prompt] = [await startWebhookReceiver(), await startWebhookReceiver()];
    slow.answerWith(() => {});
    for (let count = 0; count < 80; count++) await newWebhook(slow.url, 1);
    await newWebhook(prompt.url, 1, 2);
    const begun = performance.now();
    const loop = createLoop();
    await loop.start?.();
    await prompt.next();
    // The slow ones are cut off after ten seconds.
    assert.ok(performance.now() - begun < 9000);
    assert.ok(slow.waiting() <= 16);
    await loop.stop?.();
    await slow.close();
    await prompt.close();
  });

  it('looks for events as soon as it is told of them', async () => {
    await store.db.write.deleteFrom('sms_webhooks').execute();
    const receiver = await startWebhookReceiver();
    const loop = createLoop({ everyMs: 3_600_000 });
    await loop.start?.();
    const webhook = await newWebhook(receiver.url, 1);
    for (let count = 0; count < 20; count++) {
      loop.wake();
      await receiver.next();
      const event = { event: 'webhook.test', body: '{}', now } as const;
      await insertDeliveries(store.db.write, [toDelivery(webhook, event)]);
    }
    loop.wake();
    await receiver.next();
    await loop.stop?.();
    await receiver.close();
  });

  it('serves more webhooks than fit at once', async () => {
    await store.db.write.deleteFrom('sms_webhooks').execute();
    const receiver = await startWebhookReceiver();
    for (let count = 0; count < 150; count++) await newWebhook(receiver.url, 1);
    const loop = createLoop();
    await loop.start?.();
    for (let count = 0; count < 150; count++) await receiver.next();
    await loop.stop?.();
    await receiver.close();
  });
});
