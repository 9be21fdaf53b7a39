import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { updateRole } from '../src/accounts/queries.ts';
import { type SmtpPeer, startSmtpPeer } from './helpers/http/smtp-peer.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from './helpers/sms/sms-account.ts';
import { newNumber, newNumbers, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import { startWebhookReceiver, type WebhookReceiver } from './helpers/sms/webhook-receiver.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from './helpers/smsc/africas-talking-peer.ts';
import { until } from './helpers/until.ts';

const plain = (content: string) => content.replaceAll(/=\r?\n/g, '').replaceAll(/\s+/g, ' ');

describeOnBothEngines('an account whose balance runs low', (engine) => {
  let mail: SmtpPeer;
  let receiver: WebhookReceiver;
  let server: TestServer;
  let caller: SmsCaller;
  before(async () => {
    [mail, receiver] = [await startSmtpPeer(), await startWebhookReceiver()];
    const env = { SMTP_URL: mail.url, WEBHOOKS_ALLOW_PRIVATE: 'true', SMS_TRIAL_SENDS: 'real' };
    server = await startTestServer({ engine, env });
    caller = await newSmsCaller(server);
    await mail.nextMail();
    const json = { url: `${receiver.url}/events` };
    assert.equal((await caller.owner.call('POST', '/webhooks', { json })).status, 201);
  });
  after(async () => {
    await server.stop();
    await receiver.close();
    await mail.close();
  });

  const set = (low_balance: number | null) =>
    caller.owner.call('PUT', '/settings', { json: { low_balance } });
  const send = () => caller.send({ to: newNumber(), message: 'Maji yamerudi' });
  /** The next event about the balance; those about messages are left out. */
  const nextLow = async () => {
    for (;;) {
      const { type, data } = JSON.parse((await receiver.next()).body) as {
        type: string;
        data: object;
      };
      if (type === 'account.low_balance') return data;
    }
  };
  const lowHeader = async () => (await caller.call('GET', '/balance')).headers.get('low-balance');

  it('is told once, by mail, a webhook, and headers', async () => {
    const saved = await set(23);
    assert.equal((saved.body as { low_balance: number }).low_balance, 23);
    const above = await send();
    assert.equal(above.headers.get('low-balance'), null);
    assert.equal(await lowHeader(), null);
    const below = await send();
    assert.deepEqual([below.status, below.headers.get('low-balance')], [200, '23']);
    assert.equal(await lowHeader(), '23');
    assert.deepEqual(await nextLow(), { balance: 23, low_balance: 23 });
    const { to, content } = await mail.nextMail();
    assert.equal(to, caller.owner.email);
    assert.match(plain(content), /fallen to 23\. You asked to be told at 23\./);
    const { body } = await caller.owner.call('GET', '');
    const { low_balance, is_low } = body as { low_balance: number; is_low: boolean };
    assert.deepEqual([low_balance, is_low], [23, true]);
    const job = await caller.bulk(
      { to: newNumbers(3), message: 'Maji' },
      { 'idempotency-key': 'j' },
    );
    assert.deepEqual([job.status, job.headers.get('low-balance')], [202, '23']);
  });

  it('is told again after a top-up, and not of a balance that stays low', async () => {
    const admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    const json = { email: caller.owner.email, credits: 4 };
    const path = '/v1/admin/credits';
    assert.equal((await server.request('POST', path, { token: admin.token, json })).status, 201);
    assert.equal(await lowHeader(), null);
    assert.equal((await send()).headers.get('low-balance'), '23');
    assert.deepEqual(await nextLow(), { balance: 23, low_balance: 23 });
    assert.match(plain((await mail.nextMail()).content), /fallen to 23/);
    await set(22);
    assert.equal(await lowHeader(), null);
    await set(50);
    assert.equal(await lowHeader(), '50');
    assert.deepEqual(await nextLow(), { balance: 23, low_balance: 50 });
    assert.match(plain((await mail.nextMail()).content), /told at 50/);
    await set(null);
    assert.equal(await lowHeader(), null);
    assert.equal((await set(-1)).status, 400);
    assert.equal(mail.waiting(), 0);
  });
});

describeOnBothEngines("a provider's money", (engine) => {
  let mail: SmtpPeer;
  let peer: AfricasTalkingPeer;
  let server: TestServer;
  let admin: SmsOwner;
  let caller: SmsCaller;
  before(async () => {
    [mail, peer] = [await startSmtpPeer(), await startAfricasTalkingPeer()];
    peer.sayBalance('KES 150.5000');
    const env = {
      AT_USERNAME: peer.username,
      AT_API_KEY: peer.apiKey,
      AT_URL: peer.url,
      SMTP_URL: mail.url,
      SMS_TRIAL_SENDS: 'real',
    };
    server = await startTestServer({ engine, env });
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
    caller = await newSmsCaller(server);
    await mail.nextMail();
  });
  after(async () => {
    await server.stop();
    await peer.close();
    await mail.close();
  });

  const atOf = async () => {
    const { body } = await server.request('GET', '/v1/admin/providers', { token: admin.token });
    const lines = body as {
      name: string;
      state: string;
      detail: string;
      balance: { amount: number; currency: string; is_low: boolean } | null;
      refused_for_money_at: string | null;
    }[];
    return lines.find(({ name }) => name === 'africastalking') ?? assert.fail();
  };
  const metrics = async () => (await server.request('GET', '/metrics')).text;

  it('is asked for, shown, told when it is low, and measured', async () => {
    const balance = await until(async () => (await atOf()).balance ?? undefined);
    assert.deepEqual([balance.amount, balance.currency, balance.is_low], [150.5, 'KES', true]);
    const { to, content } = await mail.nextMail();
    assert.equal(to, admin.email);
    assert.match(plain(content), /has fallen to KES 150\.5; the server is set to tell it at 200/);
    assert.match(
      await metrics(),
      /kisima_sms_provider_balance\{provider="africastalking",currency="KES"\} 150\.5/,
    );
  });

  it('that is used up is told once, in /readyz and /metrics, until a message is taken', async () => {
    const [first, second, third] = newNumbers(3) as [string, string, string];
    for (const number of [first, second]) peer.statusOf.set(`+254${number.slice(1)}`, 405);
    const refused = await caller.send({ to: first, message: 'Maji' });
    assert.equal(refused.status, 502);
    assert.match(plain((await mail.nextMail()).content), /refuses messages for want of money: 405/);
    const line = await atOf();
    assert.deepEqual(
      [line.state, line.detail.slice(0, 37)],
      ['degraded', 'takes no messages for want of money: '],
    );
    assert.ok(line.refused_for_money_at);
    const ready = await server.request('GET', '/readyz');
    assert.match(ready.text, /\{"name":"africastalking","state":"degraded"\}/);
    assert.match(
      await metrics(),
      /kisima_sms_refusals_for_money_total\{provider="africastalking"\} 1/,
    );
    server.clock.advance(61_000);
    peer.statusOf.clear();
    const taken = await until(async () => {
      server.clock.advance(61_000);
      const { status } = await caller.send({ to: third, message: 'Maji' });
      return status === 200 || undefined;
    });
    assert.ok(taken);
    assert.equal((await atOf()).state, 'up');
    assert.equal(mail.waiting(), 0);
  });
});
