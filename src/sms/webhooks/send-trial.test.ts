import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { startWebhookReceiver } from '../../../test/helpers/sms/webhook-receiver.ts';
import { sealSecret, webhookSecrets } from '../../../test/helpers/sms/webhook-secrets.ts';
import type { Database } from '../../db/database.ts';
import { createDestinations } from '../../delivery/destinations.ts';
import { createAgents } from '../../delivery/signed-post.ts';
import { createEventSender } from './post-event.ts';
import { type Delivery, findDeliveries, insertWebhook } from './queries.ts';
import { createTrials } from './send-trial.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

describeOnBothEngines('a trial event', (engine) => {
  let store: { db: Database; close: () => Promise<void> };
  before(async () => {
    store = await openTestDatabase(engine);
  });
  after(() => store.close());

  it('waits no longer than its deadline', async () => {
    const { db } = store;
    const silent = await startWebhookReceiver();
    silent.answerWith(() => {});
    const row = { user_id: 1, url: silent.url, sealed_secret: sealSecret(1), created_at: now };
    const webhook = await insertWebhook(db.write, row);
    const destinations = createDestinations({ allowPrivate: true });
    const deps = { db, clock: () => now, destinations, secrets: webhookSecrets };
    const sendTrial = createTrials({ ...deps, deadlineMs: 50 });
    const failure = 'no answer within 50 ms';
    const error = `The event left and was not answered: ${failure}.`;
    assert.deepEqual(await sendTrial(webhook), { delivered: false, status: null, error });
    const [stored] = await findDeliveries(db.read, webhook, { before: 1e9, limit: 2 });
    assert.deepEqual(
      [stored?.attempts, stored?.due_at, stored?.lease_until, stored?.last_error],
      [1, null, null, failure],
    );
    await silent.close();
  });

  it('is refused where the secret was sealed by another server', async () => {
    const { db } = store;
    const sealed_secret = sealSecret(2);
    const row = { user_id: 1, url: 'https://hook.example/', sealed_secret, created_at: now };
    const webhook = await insertWebhook(db.write, row);
    const destinations = createDestinations({ allowPrivate: true });
    const deps = { db, clock: () => now, destinations, secrets: webhookSecrets };
    await assert.rejects(createTrials(deps)(webhook), {
      status: 409,
      code: 'channel_not_set_up',
    });
    const send = createEventSender(deps, createAgents());
    const [delivery] = await findDeliveries(db.read, webhook, { before: 1e9, limit: 2 });
    assert.equal(delivery, undefined);
    const event = { id: 1, body: '{}' } as Delivery;
    const result = await send(webhook, event, new AbortController().signal);
    assert.deepEqual(result, { outcome: 'failed', error: 'the channel is not set up any more' });
  });
});
