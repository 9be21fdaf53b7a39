import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import pino from 'pino';
import { secretBytes, useWebhookDesk } from '../../../test/helpers/browser/webhook-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { until } from '../../../test/helpers/until.ts';
import { createSoleLeadership } from '../../db/leadership.ts';
import { triesAtOnce } from '../../delivery/deliver.ts';
import { createDeliverySweep } from './webhook-delivery.ts';

const hour = 3_600_000;

describeOnBothEngines('delivering events', (engine) => {
  const desk = useWebhookDesk(engine);

  describe('signature', () => {
    it('is HMAC-SHA256 over id, timestamp and body', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      await desk.deliver(webhook);
      const { headers, body } = await desk.receiver.next();
      const { id } = await desk.storedOne(webhook);
      const signed = `evt_${id}.${desk.now / 1000}.${body}`;
      const hmac = createHmac('sha256', secretBytes).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${hmac}`);
      assert.equal(headers['webhook-timestamp'], String(desk.now / 1000));
      assert.equal(headers['content-type'], 'application/json');
    });

    it('is made anew at each try, under the same id', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      desk.answerWith(500);
      await desk.deliver(webhook);
      desk.now += 5000;
      await desk.deliver(webhook);
      const [first, second] = [await desk.receiver.next(), await desk.receiver.next()];
      assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
      assert.notEqual(first.headers['webhook-signature'], second.headers['webhook-signature']);
      assert.equal(first.body, second.body);
    });
  });

  describe('retries', () => {
    it('come later and later, until the endpoint takes the event', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      desk.answerWith(503);
      for (const wait of [5000, 10_000, 20_000, 40_000]) {
        await desk.deliver(webhook);
        const { due_at, last_error, lease_until } = await desk.storedOne(webhook);
        assert.deepEqual([due_at, lease_until], [desk.now + wait, null]);
        assert.equal(last_error, 'answered with status 503');
        desk.now += wait - 1;
        await desk.deliver(webhook);
        assert.equal((await desk.storedOne(webhook)).due_at, desk.now + 1);
        desk.now += 1;
      }
      desk.answerWith(200);
      await desk.deliver(webhook);
      const { attempts, taken_at, due_at, last_error } = await desk.storedOne(webhook);
      assert.deepEqual([attempts, taken_at, due_at, last_error], [5, desk.now, null, null]);
      assert.equal(desk.receiver.waiting(), 5);
    });

    it('end a day after the event', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      desk.answerWith(500);
      const start = desk.now;
      for (
        let due: number | null = desk.now;
        due !== null;
        { due_at: due } = await desk.storedOne(webhook)
      ) {
        desk.now = due;
        await desk.deliver(webhook);
      }
      assert.ok(desk.now - start > 21 * hour && desk.now - start <= 24 * hour);
      const { taken_at, attempts } = await desk.storedOne(webhook);
      assert.deepEqual([taken_at, attempts], [null, desk.receiver.waiting()]);
    });

    it('follow a redirect, an early end and any answer but 2xx', async () => {
      const answers: [(response: ServerResponse) => void, RegExp | null][] = [
        [
          (response) => response.writeHead(302, { location: desk.receiver.url }).end(),
          /status 302/,
        ],
        [(response) => response.writeHead(404).end(), /status 404/],
        [(response) => response.destroy(), /^the connection broke off before the answer$/],
        [(response) => response.writeHead(204).end(), null],
        [(response) => response.writeHead(299).end('thanks'), null],
      ];
      for (const [answer, error] of answers) {
        const webhook = await desk.newWebhook();
        await desk.enqueue(webhook);
        desk.receiver.answerWith(answer);
        await desk.deliver(webhook);
        const { last_error } = await desk.storedOne(webhook);
        if (error) assert.match(last_error ?? '', error);
        else assert.equal(last_error, null);
        await desk.receiver.next();
      }
      assert.equal(desk.receiver.waiting(), 0);
    });
  });

  describe('the tries of one claim', () => {
    it('keep their outcomes where one of them fails in this server', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 40);
      const [broken] = await desk.stored(webhook);
      const { send } = desk.deps;
      const process: typeof desk.deps = {
        ...desk.deps,
        send: async (target, delivery, signal) => {
          if (delivery.id === broken?.id) throw new Error('no disk');
          return await send(target, delivery, signal);
        },
      };
      await desk.deliver(webhook, process);
      const rows = await desk.stored(webhook);
      assert.ok(rows.every(({ lease_until, attempts }) => lease_until === null && attempts === 1));
      const undelivered = rows.filter(({ taken_at }) => taken_at === null);
      assert.deepEqual(
        undelivered.map(({ id, last_error }) => [id, last_error]),
        [[broken?.id, 'this server failed at it']],
      );
      // Tried again in time, and nothing else is.
      desk.now = undelivered[0]?.due_at ?? assert.fail();
      await desk.deliver(webhook);
      assert.equal(desk.receiver.waiting(), 40);
    });

    it('begin no further ones once the endpoint was silent', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 60);
      let answered = 0;
      desk.receiver.answerWith((response) => {
        answered += 1;
        if (answered === 1) response.destroy();
        else response.writeHead(204).end();
      });
      const { send } = desk.deps;
      let first: ReturnType<typeof send> | undefined;
      const process: typeof desk.deps = {
        ...desk.deps,
        send: async (...given) => {
          if (first) await first;
          const tried = send(...given);
          first ??= tried;
          return await tried;
        },
      };
      await desk.deliver(webhook, process);
      assert.equal(desk.receiver.waiting(), triesAtOnce);
      const rows = await desk.stored(webhook);
      assert.equal(rows.filter(({ attempts }) => attempts === 1).length, triesAtOnce);
      assert.ok(rows.every(({ lease_until }) => lease_until === null));
    });
  });

  describe('several processes', () => {
    it('share the events: each is posted once', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 400);
      await Promise.all([desk.deliver(webhook), desk.deliver(webhook, desk.newProcess())]);
      const ids = new Set<string>();
      const count = desk.receiver.waiting();
      while (desk.receiver.waiting() > 0)
        ids.add(String((await desk.receiver.next()).headers['webhook-id']));
      assert.deepEqual([count, ids.size], [400, 400]);
      assert.ok((await desk.stored(webhook)).every(({ taken_at }) => taken_at === desk.now));
    });

    it('leave alone what another has in hand, until its lease is over', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 3);
      await desk.db.write
        .updateTable('sms_webhook_deliveries')
        .set({ lease_until: desk.now + 60_000 })
        .where('webhook_id', '=', webhook.id)
        .execute();
      await desk.deliver(webhook);
      assert.equal(desk.receiver.waiting(), 0);
      desk.now += 60_000;
      await desk.deliver(webhook);
      assert.equal(desk.receiver.waiting(), 3);
    });

    it('give back at a stop what they have not finished', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 40);
      const stop = new AbortController();
      desk.receiver.answerWith(() => stop.abort());
      await desk.deliver(webhook, desk.deps, stop.signal);
      const rows = await desk.stored(webhook);
      assert.ok(rows.every(({ lease_until, attempts }) => lease_until === null && attempts === 0));
    });
  });

  it('is forgotten a week after the event', async () => {
    const webhook = await desk.newWebhook();
    await desk.enqueue(webhook, 2500);
    const start = desk.now;
    desk.now += 1000;
    await desk.enqueue(webhook, 2);
    desk.now = start + 7 * 24 * hour + 500;
    const timers = createTestTimers();
    const sweep = createDeliverySweep({
      db: desk.db,
      clockWatch: { cautious: () => desk.now },
      log: pino({ level: 'silent' }),
      timers,
      leadership: createSoleLeadership(),
    });
    await sweep.start?.();
    timers.advance(10 * 60_000);
    await until(async () => (await desk.stored(webhook)).length <= 2);
    await sweep.stop?.();
    assert.equal((await desk.stored(webhook)).length, 2);
  });
});
