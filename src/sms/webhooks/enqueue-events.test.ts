import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import type { Database } from '../../db/database.ts';
import { enqueueInboundEvent, enqueueStatusEvents } from './enqueue-events.ts';
import { findDeliveries, insertWebhook } from './queries.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const iso = '2026-11-21T08:00:00.000Z';

describeOnBothEngines('events for webhooks', (engine) => {
  let store: { db: Database; close: () => Promise<void> };
  let db: Database;
  let users = 0;
  before(async () => {
    store = await openTestDatabase(engine);
    db = store.db;
  });
  after(() => store.close());

  const newAccount = async (webhooks: number) => {
    const user_id = ++users;
    const webhook = {
      user_id,
      url: 'https://hook.example/',
      sealed_secret: 'none',
      created_at: now,
    };
    const rows = [];
    for (let count = 0; count < webhooks; count++)
      rows.push(await insertWebhook(db.write, webhook));
    return { user_id, webhooks: rows };
  };
  const newMessages = async (user_id: number, count: number) => {
    const message = {
      user_id,
      phone: '254712345678',
      body: 'Habari',
      class: 'transactional',
      status: 'delivered',
      encoding: 'gsm7',
      segments: 1,
      cost: 1,
      priority: 0,
      attempts: 1,
      created_at: now,
      expires_at: now + 1000,
      sent_at: now,
      delivered_at: now,
    };
    const ids: number[] = [];
    for (let left = count; left > 0; left -= 500) {
      const rows = await db.write
        .insertInto('sms_messages')
        .values(Array.from({ length: Math.min(left, 500) }, () => message))
        .returning('id')
        .execute();
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  };
  const changed = (user_id: number, ids: number[], status: string) =>
    ids.map((id) => ({ user_id, id, status }));
  const enqueue = (...changes: ReturnType<typeof changed>[]) =>
    db.transaction((trx) => enqueueStatusEvents(trx, changes.flat(), now));
  const stored = (webhook: { user_id: number; id: number }) =>
    findDeliveries(db.read, webhook, { before: Number.MAX_SAFE_INTEGER, limit: 10_000 });

  describe('of states', () => {
    it('tell of a message without its text', async () => {
      const { user_id, webhooks } = await newAccount(1);
      const [id = 0] = await newMessages(user_id, 1);
      await db.write
        .updateTable('sms_messages')
        .set({ reference: 'INV-7' })
        .where('id', '=', id)
        .execute();
      await enqueue(changed(user_id, [id], 'delivered'));
      const [delivery] = await stored(webhooks[0] ?? assert.fail());
      assert.deepEqual(JSON.parse(delivery?.body ?? ''), {
        type: 'message.status',
        timestamp: iso,
        data: {
          message_id: String(id),
          job_id: null,
          to: '254712345678',
          reference: 'INV-7',
          class: 'transactional',
          status: 'delivered',
          error: null,
          sent_at: iso,
          delivered_at: iso,
          simulated: false,
        },
      });
      const { event, due_at, attempts, user_id: owner } = delivery ?? assert.fail();
      assert.deepEqual([event, due_at, attempts, owner], ['message.status', now, 0, user_id]);
    });

    it('go to every webhook of their own account, thousands at once', async () => {
      const [none, one, two] = [await newAccount(0), await newAccount(1), await newAccount(2)];
      const changes = [];
      for (const { user_id } of [none, one, two]) {
        changes.push(changed(user_id, await newMessages(user_id, 1700), 'sent'));
      }
      await enqueue(...changes);
      for (const [account, own] of [
        [one, changes[1]],
        [two, changes[2]],
      ] as const) {
        for (const webhook of account.webhooks) {
          const told = (await stored(webhook)).map(({ body }) => JSON.parse(body).data.message_id);
          assert.deepEqual(told.sort(), own?.map(({ id }) => String(id)).sort());
        }
      }
    });

    it("leave out the outbox's own affairs", async () => {
      const { user_id, webhooks } = await newAccount(1);
      const ids = await newMessages(user_id, 1);
      const quiet = ['scheduled', 'queued', 'sending'];
      const told = [
        'sent',
        'delivered',
        'undelivered',
        'failed',
        'expired',
        'cancelled',
        'unknown',
      ];
      for (const status of [...quiet, ...told]) await enqueue(changed(user_id, ids, status));
      const rows = await stored(webhooks[0] ?? assert.fail());
      assert.deepEqual(rows.map(({ body }) => JSON.parse(body).data.status).reverse(), told);
      await enqueue();
    });

    it('are gone with the transaction that they tell of', async () => {
      const { user_id, webhooks } = await newAccount(1);
      const ids = await newMessages(user_id, 1);
      const failing = db.transaction(async (trx) => {
        await enqueueStatusEvents(trx, changed(user_id, ids, 'sent'), now);
        throw new Error('rolled back');
      });
      await assert.rejects(failing, /rolled back/);
      assert.deepEqual(await stored(webhooks[0] ?? assert.fail()), []);
    });
  });

  it('of messages from phones carry the text', async () => {
    const { user_id, webhooks } = await newAccount(2);
    const phone = { from_phone: '254712345678', to_number: '22384', body: 'Asante 💧' };
    await enqueueInboundEvent(db.write, { id: 5, user_id, ...phone, received_at: now }, now);
    for (const webhook of webhooks) {
      const [delivery] = await stored(webhook);
      assert.deepEqual(JSON.parse(delivery?.body ?? ''), {
        type: 'message.inbound',
        timestamp: iso,
        data: { id: 5, from: '254712345678', to: '22384', message: 'Asante 💧', received_at: iso },
      });
    }
  });
});
