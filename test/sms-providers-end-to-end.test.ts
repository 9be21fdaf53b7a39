import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { updateRole } from '../src/accounts/queries.ts';
import { assertDoctorClean } from './helpers/database/assert-doctor-clean.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import {
  openAfricasTalkingWay,
  openOldSmppWay,
  openSmppWay,
  type Way,
} from './helpers/sms/provider-ways.ts';
import { newSmsOwner } from './helpers/sms/sms-account.ts';
import {
  international,
  newNumber,
  newSmsCaller,
  type SmsCaller,
} from './helpers/sms/sms-caller.ts';
import { startWebhookReceiver, type WebhookReceiver } from './helpers/sms/webhook-receiver.ts';

const ways: Record<string, () => Promise<Way>> = {
  "Africa's Talking": openAfricasTalkingWay,
  SMPP: openSmppWay,
  'SMPP of an older SMSC': openOldSmppWay,
};

type Event = { type: string; data: Record<string, unknown> };

describeOnBothEngines('from key to phone and back', (engine) => {
  for (const [name, open] of Object.entries(ways)) {
    describe(`by ${name}`, () => {
      let way: Way;
      let receiver: WebhookReceiver;
      let server: TestServer;
      let caller: SmsCaller;
      let secret: string;

      before(async () => {
        [way, receiver] = [await open(), await startWebhookReceiver()];
        const env = { ...way.env, WEBHOOKS_ALLOW_PRIVATE: 'true' };
        server = await startTestServer({ engine, env });
        const admin = await newSmsOwner(server);
        await updateRole(server.db.write, admin.email, 'admin');
        await way.meet(server, admin.token);
        caller = await newSmsCaller(server);
        for (const sender of ['KISIMA', '22384']) {
          server.clock.advance(1000);
          const json = { sender, email: caller.owner.email };
          const given = await server.request('POST', '/v1/admin/senders', {
            token: admin.token,
            json,
          });
          assert.equal(given.status, 201, given.text);
        }
        const json = { url: `${receiver.url}/events` };
        const { body } = await caller.owner.call('POST', '/webhooks', { json });
        ({ secret } = body as { secret: string });
      });
      after(async () => {
        await server.stop();
        await way.close();
        await receiver.close();
      });
      afterEach(async () => {
        assert.deepEqual([way.waiting(), receiver.waiting()], [0, 0]);
        await assertDoctorClean(server.db);
      });

      /** The next event, once its signature has been found good. */
      const nextEvent = async (): Promise<Event> => {
        const { headers, body } = await receiver.next();
        const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const hmac = createHmac('sha256', key).update(signed).digest('base64');
        assert.equal(headers['webhook-signature'], `v1,${hmac}`);
        return JSON.parse(body) as Event;
      };
      const nextStatus = async () => {
        const { type, data } = await nextEvent();
        assert.equal(type, 'message.status');
        return [data['to'], data['status'], data['delivered_at']];
      };
      const statusOf = async (id: string) =>
        (await caller.call('GET', `/messages/${id}`)).body as Record<string, unknown>;

      it('sends in the name of the account, and tells when it has arrived', async () => {
        const to = newNumber();
        const answer = await caller.send({ to, message: 'Maji yamefika €' });
        assert.equal(answer.status, 200, answer.text);
        const { message_id: id, message } = answer.body as Record<string, string>;
        assert.equal(message, 'SMS sent');
        const handed = await way.next();
        const { report, ...seen } = handed;
        assert.deepEqual(seen, {
          to: international(to),
          from: 'KISIMA',
          text: 'Maji yamefika €',
        });
        assert.equal((await statusOf(id ?? ''))['status'], 'sent');
        assert.deepEqual(await nextStatus(), [international(to), 'sent', null]);

        server.clock.advance(5000);
        await report();
        const delivered_at = new Date(server.clock.now).toISOString();
        const stored = await statusOf(id ?? '');
        assert.deepEqual([stored['status'], stored['delivered_at']], ['delivered', delivered_at]);
        assert.deepEqual(await nextStatus(), [international(to), 'delivered', delivered_at]);

        // Providers repeat themselves; nothing follows from that.
        await report();
        assert.deepEqual(await statusOf(id ?? ''), stored);
      });

      it('keeps what a phone writes, and tells of it', async () => {
        const phone = international(newNumber());
        await way.write(phone, '22384', 'Maji yameisha');
        const { body } = await caller.owner.call('GET', '/inbound');
        const [inbound, ...others] = body as { id: number }[];
        assert.deepEqual(others, []);
        const received_at = new Date(server.clock.now).toISOString();
        const message = { from: phone, to: '22384', message: 'Maji yameisha', received_at };
        assert.deepEqual(inbound, { id: inbound?.id, ...message, redacted: false });
        const { type, data } = await nextEvent();
        assert.deepEqual([type, data], ['message.inbound', { id: inbound?.id, ...message }]);
      });

      it('leaves out who has written STOP, uncharged, until they write START', async () => {
        const [stopped, other] = [newNumber(), newNumber()];
        const job = { to: [stopped, other], message: 'Ofa', class: 'promotional' };
        const before = await caller.balance();

        await way.write(international(stopped), 'kisima', ' Stop. ');
        assert.equal((await nextEvent()).type, 'message.inbound');
        const first = await caller.bulk(job);
        const { queued, opted_out, balance } = first.body as Record<string, number>;
        assert.deepEqual([queued, opted_out, balance], [1, 1, before.balance - 1]);
        assert.equal((await way.next()).to, international(other));
        assert.deepEqual(await nextStatus(), [international(other), 'sent', null]);
        assert.deepEqual(await caller.balance(), { ...before, balance, used: before.used + 1 });

        const only = await caller.bulk({ ...job, to: [stopped], class: 'transactional' });
        assert.equal((only.body as { queued: number }).queued, 1);
        assert.equal((await way.next()).to, international(stopped));
        await nextEvent();

        await way.write(international(stopped), '22384', 'ANZA');
        await nextEvent();
        const again = await caller.bulk(job);
        assert.equal((again.body as { queued: number }).queued, 2);
        const reached = [await way.next(), await way.next()].map(({ to }) => to);
        assert.deepEqual(reached.sort(), [international(stopped), international(other)].sort());
        await nextEvent();
        await nextEvent();
      });
    });
  }
});
