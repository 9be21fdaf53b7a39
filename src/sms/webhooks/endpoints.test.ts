import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useWebhookDesk } from '../../../test/helpers/browser/webhook-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createDestinations } from '../../delivery/destinations.ts';

const hour = 3_600_000;

describeOnBothEngines('delivering events', (engine) => {
  const desk = useWebhookDesk(engine);

  describe('an endpoint', () => {
    it('that never answers meets the deadline', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      desk.receiver.answerWith(() => {});
      await desk.deliver(webhook, desk.newProcess({ deadlineMs: 50 }));
      assert.equal((await desk.storedOne(webhook)).last_error, 'no answer within 50 ms');
    });

    it('that answers without end is read up to a bound', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook);
      let cut = () => {};
      const isCut = new Promise<void>((resolve) => {
        cut = resolve;
      });
      desk.receiver.answerWith((response) => {
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.writeHead(200).on('drain', pour).on('close', cut);
        pour();
      });
      await desk.deliver(webhook);
      await isCut;
      assert.equal((await desk.storedOne(webhook)).taken_at, desk.now);
    });

    it('that cannot be reached is asked with one event at a time, less and less often', async () => {
      const webhook = await desk.newWebhook('http://127.0.0.1:1/');
      await desk.enqueue(webhook, 40);
      await desk.deliver(webhook);
      const triedAtFirst = (await desk.stored(webhook)).filter(
        ({ attempts }) => attempts > 0,
      ).length;
      assert.ok(triedAtFirst <= 16, String(triedAtFirst));
      for (const pause of [5000, 10_000, 20_000]) {
        await desk.deliver(webhook);
        desk.now += pause;
        await desk.deliver(webhook);
      }
      const tries = (await desk.stored(webhook)).reduce((sum, { attempts }) => sum + attempts, 0);
      assert.equal(tries, triedAtFirst + 3);
      assert.match((await desk.stored(webhook)).at(-1)?.last_error ?? '', /takes no connections/);
    });

    it('that comes back gets all that waited', async () => {
      const webhook = await desk.newWebhook();
      await desk.enqueue(webhook, 200);
      desk.receiver.answerWith((response) => response.destroy());
      await desk.deliver(webhook);
      desk.answerWith(204);
      desk.now += 20_000;
      await desk.deliver(webhook);
      const rows = await desk.stored(webhook);
      assert.equal(rows.filter(({ taken_at }) => taken_at === desk.now).length, 200);
    });

    it('that was away for a day is not sent what is older', async () => {
      const webhook = await desk.newWebhook('http://127.0.0.1:1/');
      await desk.enqueue(webhook, 40);
      desk.now += 24 * hour + 1;
      await desk.enqueue(webhook);
      await desk.deliver(webhook);
      const waiting = (await desk.stored(webhook)).filter(({ due_at }) => due_at !== null);
      assert.equal(waiting.length, 1);
    });

    it('under a name that has come to mean a private address gets nothing', async () => {
      const webhook = await desk.newWebhook(desk.receiver.url.replace('127.0.0.1', 'hook.example'));
      const port = new URL(desk.receiver.url).port;
      assert.ok(webhook.url.endsWith(port));
      await desk.enqueue(webhook);
      const destinations = createDestinations({
        allowPrivate: false,
        resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      });
      await desk.deliver(webhook, desk.newProcess({ destinations }));
      assert.equal(
        (await desk.storedOne(webhook)).last_error,
        'the host was not found, is not public or takes no connections',
      );
      assert.equal(desk.receiver.waiting(), 0);
    });

    it('is found through the address that the check has seen', async () => {
      const webhook = await desk.newWebhook(desk.receiver.url.replace('127.0.0.1', 'hook.example'));
      await desk.enqueue(webhook);
      let lookups = 0;
      const destinations = createDestinations({
        allowPrivate: true,
        resolve: (_host, _options, done) => {
          lookups += 1;
          done(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      });
      await desk.deliver(webhook, desk.newProcess({ destinations }));
      assert.equal((await desk.receiver.next()).headers.host, new URL(webhook.url).host);
      assert.equal(lookups, 1);
    });
  });
});
