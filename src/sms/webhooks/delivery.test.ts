import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/test-server.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/helpers/webhook-receiver.ts';
import type { Database } from '../../db/database.ts';
import { createAgents, type DeliverDeps, deliverEvents } from './deliver-events.ts';
import { createDestinations } from './destinations.ts';
import { EndpointPauses } from './endpoint-pauses.ts';
import { toDelivery } from './enqueue-events.ts';
import { findDeliveries, insertDeliveries, insertWebhook, type Webhook } from './queries.ts';
import { writeSecret } from './sign-event.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

const hour = 3_600_000;
const secret = writeSecret(Buffer.alloc(32, 7));
const unstopped = new AbortController().signal;

describeOnBothEngines('delivering events', (engine) => {
  let store: { db: Database; close: () => Promise<void> };
  let receiver: WebhookReceiver;
  let now: number;
  let deps: DeliverDeps;
  let users = 0;
  const agents = createAgents();
  before(async () => {
    store = await openTestDatabase(engine);
  });
  after(async () => {
    agents.http.destroy();
    await store.close();
  });
  afterEach(() => receiver.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    now = Date.parse('2026-11-21T08:00:00.000Z');
    deps = newProcess();
  });

  /** What one process knows; several share the database. */
  const newProcess = (): DeliverDeps => ({
    db: store.db,
    clock: () => now,
    destinations: createDestinations({ allowPrivate: true }),
    pauses: new EndpointPauses(),
    deadlineMs: 5000,
    random: () => 0.5,
    agents,
  });
  const newWebhook = (url = receiver.url) =>
    insertWebhook(store.db.write, { user_id: ++users, url, secret, created_at: now });
  const enqueue = async (webhook: Webhook, count = 1) => {
    const event = { event: 'webhook.test', body: '{"a":"é"}', now } as const;
    const rows = Array.from({ length: count }, () => toDelivery(webhook, event));
    await insertDeliveries(store.db.write, rows);
  };
  const deliver = (webhook: Webhook, process = deps, signal = unstopped) =>
    deliverEvents(process, webhook, signal);
  const stored = (webhook: Webhook) =>
    findDeliveries(store.db.read, webhook, { before: Number.MAX_SAFE_INTEGER, limit: 5000 });
  const storedOne = async (webhook: Webhook) => {
    const [delivery] = await stored(webhook);
    assert.ok(delivery);
    return delivery;
  };
  const answerWith = (status: number, headers = {}) =>
    receiver.answerWith((response) => response.writeHead(status, headers).end());

  describe('signature', () => {
    it('is HMAC-SHA256 over id, timestamp and body', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      await deliver(webhook);
      const { headers, body } = await receiver.next();
      const { id } = await storedOne(webhook);
      const signed = `evt_${id}.${now / 1000}.${body}`;
      const hmac = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${hmac}`);
      assert.equal(headers['webhook-timestamp'], String(now / 1000));
      assert.equal(headers['content-type'], 'application/json');
    });

    it('is made anew at each try, under the same id', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      answerWith(500);
      await deliver(webhook);
      now += 5000;
      await deliver(webhook);
      const [first, second] = [await receiver.next(), await receiver.next()];
      assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
      assert.notEqual(first.headers['webhook-signature'], second.headers['webhook-signature']);
      assert.equal(first.body, second.body);
    });
  });

  describe('retries', () => {
    it('come later and later, until the endpoint takes the event', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      answerWith(503);
      for (const wait of [5000, 10_000, 20_000, 40_000]) {
        await deliver(webhook);
        const { due_at, last_error, lease_until } = await storedOne(webhook);
        assert.deepEqual([due_at, lease_until], [now + wait, null]);
        assert.equal(last_error, 'answered with status 503');
        now += wait - 1;
        await deliver(webhook);
        assert.equal((await storedOne(webhook)).due_at, now + 1);
        now += 1;
      }
      answerWith(200);
      await deliver(webhook);
      const { attempts, delivered_at, due_at, last_error } = await storedOne(webhook);
      assert.deepEqual([attempts, delivered_at, due_at, last_error], [5, now, null, null]);
      assert.equal(receiver.waiting(), 5);
    });

    it('end a day after the event', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      answerWith(500);
      const start = now;
      for (let due: number | null = now; due !== null; { due_at: due } = await storedOne(webhook)) {
        now = due;
        await deliver(webhook);
      }
      assert.ok(now - start > 21 * hour && now - start <= 24 * hour);
      const { delivered_at, attempts } = await storedOne(webhook);
      assert.deepEqual([delivered_at, attempts], [null, receiver.waiting()]);
    });

    it('follow a redirect, an early end and any answer but 2xx', async () => {
      const answers: [(response: ServerResponse) => void, RegExp | null][] = [
        [(response) => response.writeHead(302, { location: receiver.url }).end(), /status 302/],
        [(response) => response.writeHead(404).end(), /status 404/],
        [(response) => response.destroy(), /socket hang up|ECONNRESET/],
        [(response) => response.writeHead(204).end(), null],
        [(response) => response.writeHead(299).end('thanks'), null],
      ];
      for (const [answer, error] of answers) {
        const webhook = await newWebhook();
        await enqueue(webhook);
        receiver.answerWith(answer);
        await deliver(webhook);
        const { last_error } = await storedOne(webhook);
        if (error) assert.match(last_error ?? '', error);
        else assert.equal(last_error, null);
        await receiver.next();
      }
      assert.equal(receiver.waiting(), 0);
    });
  });

  describe('an endpoint', () => {
    it('that never answers meets the deadline', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      receiver.answerWith(() => {});
      await deliver(webhook, { ...deps, deadlineMs: 50 });
      assert.equal((await storedOne(webhook)).last_error, 'no answer within 50 ms');
    });

    it('that answers without end is read up to a bound', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook);
      let cut = () => {};
      const isCut = new Promise<void>((resolve) => {
        cut = resolve;
      });
      receiver.answerWith((response) => {
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.writeHead(200).on('drain', pour).on('close', cut);
        pour();
      });
      await deliver(webhook);
      await isCut;
      assert.equal((await storedOne(webhook)).delivered_at, now);
    });

    it('that cannot be reached is asked with one event at a time, less and less often', async () => {
      const webhook = await newWebhook('http://127.0.0.1:1/');
      await enqueue(webhook, 40);
      await deliver(webhook);
      const triedAtFirst = (await stored(webhook)).filter(({ attempts }) => attempts > 0).length;
      assert.ok(triedAtFirst <= 16, String(triedAtFirst));
      for (const pause of [5000, 10_000, 20_000]) {
        await deliver(webhook);
        now += pause;
        await deliver(webhook);
      }
      const tries = (await stored(webhook)).reduce((sum, { attempts }) => sum + attempts, 0);
      assert.equal(tries, triedAtFirst + 3);
      assert.match((await stored(webhook)).at(-1)?.last_error ?? '', /ECONNREFUSED/);
    });

    it('that comes back gets all that waited', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook, 200);
      receiver.answerWith((response) => response.destroy());
      await deliver(webhook);
      answerWith(204);
      now += 20_000;
      await deliver(webhook);
      const rows = await stored(webhook);
      assert.equal(rows.filter(({ delivered_at }) => delivered_at === now).length, 200);
    });

    it('that was away for a day is not sent what is older', async () => {
      const webhook = await newWebhook('http://127.0.0.1:1/');
      await enqueue(webhook, 40);
      now += 24 * hour + 1;
      await enqueue(webhook);
      await deliver(webhook);
      const waiting = (await stored(webhook)).filter(({ due_at }) => due_at !== null);
      assert.equal(waiting.length, 1);
    });

    it('under a name that has come to mean a private address gets nothing', async () => {
      const webhook = await newWebhook(receiver.url.replace('127.0.0.1', 'hook.example'));
      const port = new URL(receiver.url).port;
      assert.ok(webhook.url.endsWith(port));
      await enqueue(webhook);
      const destinations = createDestinations({
        allowPrivate: false,
        resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      });
      await deliver(webhook, { ...deps, destinations });
      assert.equal((await storedOne(webhook)).last_error, 'the address is not a public one');
      assert.equal(receiver.waiting(), 0);
    });

    it('is found through the address that the check has seen', async () => {
      const webhook = await newWebhook(receiver.url.replace('127.0.0.1', 'hook.example'));
      await enqueue(webhook);
      let lookups = 0;
      const destinations = createDestinations({
        allowPrivate: true,
        resolve: (_host, _options, done) => {
          lookups += 1;
          done(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      });
      await deliver(webhook, { ...deps, destinations });
      assert.equal((await receiver.next()).headers.host, new URL(webhook.url).host);
      assert.equal(lookups, 1);
    });
  });

  describe('several processes', () => {
    it('share the events: each is posted once', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook, 400);
      await Promise.all([deliver(webhook), deliver(webhook, newProcess())]);
      const ids = new Set<string>();
      const count = receiver.waiting();
      while (receiver.waiting() > 0) ids.add(String((await receiver.next()).headers['webhook-id']));
      assert.deepEqual([count, ids.size], [400, 400]);
      assert.ok((await stored(webhook)).every(({ delivered_at }) => delivered_at === now));
    });

    it('leave alone what another has in hand, until its lease is over', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook, 3);
      await store.db.write
        .updateTable('sms_webhook_deliveries')
        .set({ lease_until: now + 60_000 })
        .where('webhook_id', '=', webhook.id)
        .execute();
      await deliver(webhook);
      assert.equal(receiver.waiting(), 0);
      now += 60_000;
      await deliver(webhook);
      assert.equal(receiver.waiting(), 3);
    });

    it('give back at a stop what they have not finished', async () => {
      const webhook = await newWebhook();
      await enqueue(webhook, 40);
      const stop = new AbortController();
      receiver.answerWith(() => stop.abort());
      await deliver(webhook, deps, stop.signal);
      const rows = await stored(webhook);
      assert.ok(rows.every(({ lease_until, attempts }) => lease_until === null && attempts === 0));
    });
  });

  it('is forgotten a week after the event', async () => {
    const webhook = await newWebhook();
    await enqueue(webhook, 2500);
    const start = now;
    now += 1000;
    await enqueue(webhook, 2);
    now = start + 7 * 24 * hour + 500;
    await sweepDeliveries({ db: store.db, clock: () => now }, unstopped);
    assert.equal((await stored(webhook)).length, 2);
  });
});
