import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { startPushedBrowser } from '../../../test/helpers/http/pushed-browser.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../test/helpers/http/smtp-peer.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/helpers/sms/webhook-receiver.ts';
import { until } from '../../../test/helpers/until.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { signPost } from '../../delivery/sign-post.ts';

const path = '/api/notifications.php?action=';

type History = {
  channel: string;
  reason: string;
  status: string;
  error: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  attempts: number;
  lines: string[];
  incidents: { id: number; phase: string }[];
}[];

describeOnBothEngines('notifications', (engine) => {
  let server: TestServer;
  let mails: SmtpPeer;
  let receiver: WebhookReceiver;
  before(async () => {
    mails = await startSmtpPeer();
    receiver = await startWebhookReceiver();
    server = await startTestServer({
      engine,
      env: {
        SMTP_URL: mails.url,
        PUBLIC_URL: 'https://tanks.example.org',
        WEBHOOKS_ALLOW_PRIVATE: 'true',
        SMS_TRIAL_SENDS: 'simulated',
      },
    });
  });
  after(async () => {
    await server.stop();
    await mails.close();
    await receiver.close();
  });

  const call = (token: string | undefined, action: string, json?: unknown) =>
    server.request(json === undefined ? 'GET' : 'POST', `${path}${action}`, { token, json });
  const history = async (token: string) => (await call(token, 'history')).body as History;
  const settled = (token: string, isSettled: (rows: History) => boolean) =>
    until(async () => {
      const rows = await history(token);
      return isSettled(rows) && rows;
    });

  const newOwner = async () => {
    const { token, email, user } = await registerUser(server);
    const device = await registerDevice(server, token);
    const push = async (level: number) => {
      const form = { mac_address: device.mac_or_serial, water_level_percent: level };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    return { token, email, userId: Number(user.id), device, push };
  };

  it('needs a token', async () => {
    assert.equal((await call(undefined, 'settings')).status, 401);
    assert.equal((await call(undefined, 'history')).status, 401);
    assert.equal((await call(undefined, 'save', {})).status, 401);
  });

  it('begins with defaults and changes what is named', async () => {
    const { token, device } = await newOwner();
    const { body } = await call(token, 'settings');
    const before = body as Record<string, unknown>;
    assert.deepEqual(before['quiet_hours'], { from: '22:00', until: '06:00' });
    assert.deepEqual((before['channels'] as Record<string, unknown>)['sms'], ['critical']);
    const changed = await call(token, 'save', {
      quiet_hours: null,
      sms_a_day: 3,
      device_id: device.id,
      channels: { email: [] },
    });
    assert.equal(changed.status, 200, changed.text);
    const settings = changed.body as typeof before;
    assert.equal(settings['quiet_hours'], null);
    assert.equal(settings['sms_a_day'], 3);
    assert.deepEqual(settings['channels'], before['channels']);
    const [rule] = settings['devices'] as { device_id: string; channels: { email: string[] } }[];
    assert.equal(rule?.device_id, device.id);
    assert.deepEqual(rule?.channels.email, []);
    const reset = await call(token, 'save', { device_id: device.id, channels: null });
    assert.deepEqual((reset.body as typeof before)['devices'], []);
  });

  it("refuses what cannot be, and another's device", async () => {
    const { token } = await newOwner();
    const other = await newOwner();
    assert.equal(
      (await call(token, 'save', { device_id: other.device.id, channels: null })).status,
      404,
    );
    assert.deepEqual(wrongFields(await call(token, 'save', { webhook_url: 'ftp://a/' })), [
      'webhook_url',
    ]);
    assert.deepEqual(wrongFields(await call(token, 'save', { sms_a_day: 201 })), ['sms_a_day']);
    assert.deepEqual(failureOf(await call(token, 'test', { channel: 'sms' })), [
      409,
      'channel_not_set_up',
    ]);
  });

  it('mails an incident, acknowledges it by its link, and is silent from then on', async () => {
    const { token, email, push, device } = await newOwner();
    await push(20.5);
    await push(5);
    server.clock.advance(61_000);
    const mail = await mails.nextMail();
    assert.equal(mail.to, email);
    assert.match(mail.content, /Your tank: the water is low/);
    assert.ok(!mail.content.includes(device.mac_or_serial));
    assert.match(mail.content, /Message-ID: <ntf_[\w-]+@tanks.example.org>/);
    const rows = await settled(token, ([first]) => first?.status === 'sent');
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.incidents[0]?.phase, 'raised');

    const [, link = ''] = /https:\/\/tanks\.example\.org(\/a\/[\w-]+)/.exec(mail.content) ?? [];
    const page = await server.request('GET', link);
    assert.equal(page.status, 200);
    assert.match(page.text, /<form method="post">/);
    const unread = () =>
      server.db.read
        .selectFrom('incidents')
        .selectAll()
        .where('id', '=', rows[0]?.incidents[0]?.id ?? 0)
        .executeTakeFirstOrThrow();
    assert.equal((await unread()).acknowledged_at, null);
    assert.equal((await server.request('POST', link, { form: {} })).status, 200);
    assert.equal((await unread()).acknowledged_at, server.clock.now);
    const forged = link.replace(/.(?=..$)/, (digit) => (digit === 'A' ? 'B' : 'A'));
    assert.equal((await server.request('GET', forged)).status, 404);
    assert.equal((await history(token)).length, 1);
    server.clock.advance(7 * 24 * 3_600_000);
    assert.equal((await server.request('GET', link)).status, 404);
  });

  it('tells tanks without a name apart by the end of their labels, in the language of who reads', async () => {
    const { token, push, device } = await newOwner();
    await registerDevice(server, token);
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    await push(5);
    server.clock.advance(61_000);
    const mail = await mails.nextMail();
    const end = device.mac_or_serial.replaceAll(':', '').slice(-4);
    assert.ok(mail.content.includes(`Tangi lako (${end}): maji`), mail.content);
    assert.ok(!mail.content.includes(device.mac_or_serial));
  });

  it('posts to a webhook, signed, again with the same id after a failure', async () => {
    const { token, push } = await newOwner();
    const { body } = await call(token, 'save', {
      webhook_url: `${receiver.url}/hook`,
      channels: { email: [] },
    });
    const { secret = '' } = (body as { webhook: { secret?: string } }).webhook;
    assert.match(secret, /^whsec_/);
    assert.ok(!(await call(token, 'settings')).text.includes(secret));
    receiver.answerWith((response) => response.writeHead(500).end());
    await push(5);
    server.clock.advance(61_000);
    const first = await receiver.next();
    receiver.answerWith((response) => response.writeHead(204).end());
    await settled(token, ([row]) => row?.attempts === 1);
    server.clock.advance(10_000);
    const second = await receiver.next();
    assert.equal(second.body, first.body);
    const id = String(second.headers['webhook-id']);
    assert.equal(id, first.headers['webhook-id']);
    const now = Number(second.headers['webhook-timestamp']) * 1000;
    const signed = signPost({ secret, id, now, body: second.body });
    assert.equal(second.headers['webhook-signature'], signed['webhook-signature']);
    const { data } = JSON.parse(second.body);
    assert.equal(data.incidents[0].phase, 'raised');
    const [row] = await settled(token, ([row]) => row?.status === 'delivered');
    assert.equal(row?.attempts, 2);
  });

  it('posts to a webhook also which incidents a storm has beyond the lines of its message', async () => {
    const { token, device } = await newOwner();
    const storm = await startWebhookReceiver();
    const webhook_url = `${storm.url}/hook`;
    await call(token, 'save', { webhook_url, channels: { email: [] }, quiet_hours: null });
    const made: number[] = [];
    for (let count = 0; count < 53; count++) {
      const about = { type: 'maintenance', severity: 'critical', message: `Look ${count}.` };
      const json = { device_id: device.id, ...about };
      const { body } = await server.request('POST', '/api/alerts.php?action=create', {
        ...{ token, json },
      });
      made.push((body as { id: number }).id);
    }
    server.clock.advance(6000);
    const { body } = await storm.next();
    const { data } = JSON.parse(body) as {
      data: {
        more: number;
        incidents: { id: number }[];
        others: { id: number; device_id: string; phase: string }[];
      };
    };
    assert.deepEqual([data.incidents.length, data.more, data.others?.length], [50, 3, 3]);
    for (const { device_id, phase } of data.others) {
      assert.deepEqual([device_id, phase], [device.id, 'raised']);
    }
    const told = [...data.incidents, ...data.others].map(({ id }) => id);
    assert.deepEqual(new Set(told), new Set(made));
    await storm.close();
  });

  it('sends what waited as soon as something has arrived, and no alarm behind its end', async () => {
    const { token, push, device } = await newOwner();
    const waiting = await startWebhookReceiver();
    waiting.answerWith((response) => void response.writeHead(503).end());
    const webhook_url = `${waiting.url}/hook`;
    await call(token, 'save', { webhook_url, channels: { email: [] }, quiet_hours: null });
    const json = {
      device_id: device.id,
      type: 'maintenance',
      severity: 'critical',
      message: 'Look.',
    };
    const made = await server.request('POST', '/api/alerts.php?action=create', { token, json });
    const note = (made.body as { id: number }).id;
    await push(2);
    server.clock.advance(6000);
    const tries = [7000, 14_000, 28_000, 56_000, 112_000, 224_000];
    for (const [tried, waitMs] of tries.entries()) {
      await settled(token, ([row]) => (row?.attempts ?? 0) > tried);
      await waiting.next();
      if (tried < tries.length - 1) server.clock.advance(waitMs);
    }
    waiting.answerWith((response) => void response.writeHead(204).end());
    for (const level of [60, 60.1]) await push(level);
    server.clock.advance(61_000);
    const arrived = async () => {
      const { body } = await waiting.next();
      const { incidents } = JSON.parse(body).data as {
        incidents: { id: number; kind: string; phase: string }[];
      };
      return incidents
        .map(({ kind, phase }) => `${kind} ${phase}`)
        .filter((each) => !/^jump/.test(each));
    };
    assert.deepEqual(await arrived(), ['low resolved']);
    assert.deepEqual(await arrived(), ['note raised']);
    const rows = await settled(token, (all) => all.every(({ status }) => status === 'delivered'));
    assert.deepEqual(
      rows.at(-1)?.incidents.some(({ id }) => id === note),
      true,
    );
    await waiting.close();
  });

  it('sends an SMS through this server itself, once the number is verified', async () => {
    const { token, push, userId } = await newOwner();
    const key = await server.request('POST', '/v1/account/keys', { token, json: { name: 'n' } });
    const { api_key } = key.body as { api_key: string };
    await call(token, 'save', { sms_key: api_key, channels: { email: [] } });
    assert.ok(!server.logged().includes(api_key));
    const asked = await call(token, 'verify-phone', { phone: '0712 345 678' });
    assert.equal(asked.status, 200, asked.text);
    assert.equal((await call(token, 'verify-phone', { phone: '0712 345 678' })).status, 429);
    const sent = () =>
      server.db.read
        .selectFrom('sms_messages')
        .select(['phone', 'body'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute();
    const code = /\d{6}/.exec((await sent())[0]?.body ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    assert.deepEqual(failureOf(await call(token, 'confirm-phone', { code: wrong })), [
      409,
      'wrong_code',
    ]);
    const confirmed = await call(token, 'confirm-phone', { code });
    assert.equal(confirmed.status, 200, confirmed.text);
    const { sms } = confirmed.body as { sms: { phone: string; is_simulated: boolean } };
    assert.equal(sms.phone, '254712345678');
    // Trial credits reach no phone, and it says so.
    assert.equal(sms.is_simulated, true);

    await push(2);
    server.clock.advance(6000);
    const rows = await settled(token, ([row]) => row?.status === 'simulated');
    assert.deepEqual([rows[0]?.channel, rows[0]?.delivered_at], ['sms', null]);
    const [, told] = await sent();
    assert.match(told?.body ?? '', /^Kisima: .* https:\/\/tanks\.example\.org\/a\/[\w-]+$/);
    assert.ok((told?.body?.length ?? 0) <= 160);
  });

  it('sends an SMS through any server of document 2, with one key at every try', async () => {
    const { token, push } = await newOwner();
    const bodies: unknown[] = [];
    const keys: unknown[] = [];
    const answers = [200, 500, 200];
    const stand = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      bodies.push(JSON.parse(text));
      keys.push([request.url, request.headers['x-api-key'], request.headers['idempotency-key']]);
      response.writeHead(answers.shift() ?? 200).end('{"success":true}');
    }).listen(0, '127.0.0.1');
    await once(stand, 'listening');
    const base = `http://127.0.0.1:${(stand.address() as AddressInfo).port}/v1`;
    await call(token, 'save', { sms_key: 'stand-key', sms_base: base, channels: { email: [] } });
    await call(token, 'verify-phone', { phone: '0712345678' });
    const code = /\d{6}/.exec((bodies[0] as { message: string }).message)?.[0];
    assert.equal((await call(token, 'confirm-phone', { code })).status, 200);
    await push(2);
    server.clock.advance(6000);
    await settled(token, ([row]) => row?.attempts === 1);
    server.clock.advance(10_000);
    // That server names no message, so nobody can say that it arrived.
    await settled(token, ([row]) => row?.status === 'handed_over');
    assert.deepEqual(keys[1], keys[2]);
    assert.deepEqual(bodies[1], bodies[2]);
    assert.match(JSON.stringify(keys[1]), /^\["\/v1\/sms\/send","stand-key","ntf_/);
    stand.closeAllConnections();
    stand.close();
  });

  it('says that an SMS arrived, or did not, when its service does', async () => {
    const { token, push } = await newOwner();
    const texts: string[] = [];
    const states = ['sent', 'delivered', 'undelivered'];
    let asked = 0;
    const stand = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      if (request.method === 'POST') {
        texts.push(String(JSON.parse(text).message));
        response.end(JSON.stringify({ success: true, message_id: `m${texts.length}`, balance: 9 }));
        return;
      }
      assert.deepEqual([request.headers['x-api-key'], text], ['stand-key', '']);
      // Asked again while it is away, and while there is no receipt.
      if (++asked === 1) return void response.writeHead(503).end();
      const delivered_at = '2026-11-21T08:00:00.000Z';
      const status = states.length > 1 ? states.shift() : states[0];
      response.end(JSON.stringify({ message_id: request.url, status, delivered_at }));
    }).listen(0, '127.0.0.1');
    await once(stand, 'listening');
    const base = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`;
    await call(token, 'save', { sms_key: 'stand-key', sms_base: base, channels: { email: [] } });
    await call(token, 'verify-phone', { phone: '0712345678' });
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0];
    assert.equal((await call(token, 'confirm-phone', { code })).status, 200);
    await push(2);
    server.clock.advance(6000);
    const [sent] = await settled(token, ([row]) => row?.status === 'sent');
    assert.ok(sent?.sent_at);
    assert.equal(sent.delivered_at, null);
    const [arrived] = await settled(token, ([row]) => {
      server.clock.advance(10_000);
      return row?.status === 'delivered';
    });
    assert.equal(arrived?.delivered_at, '2026-11-21T08:00:00.000Z');
    assert.equal(asked, 3);
    assert.equal((await call(token, 'test', { channel: 'sms' })).status, 201);
    const [lost] = await settled(token, ([row]) => {
      server.clock.advance(10_000);
      return row?.reason === 'test' && row.status === 'failed';
    });
    assert.deepEqual([lost?.delivered_at, lost?.error], [null, 'the phone did not get it']);
    stand.closeAllConnections();
    stand.close();
  });

  it('pushes to a browser, encrypted, until its push service says that it has left', async () => {
    const { token, push, device } = await newOwner();
    const browser = await startPushedBrowser();
    const { endpoint, keys } = browser;
    await call(token, 'save', { channels: { email: [] } });
    assert.deepEqual(
      wrongFields(
        await call(token, 'subscribe', {
          endpoint,
          keys: { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAA' + 'AAAA' },
        }),
      ),
      ['keys.auth'],
    );
    const subscribed = await call(token, 'subscribe', { endpoint, keys });
    assert.equal(subscribed.status, 201, subscribed.text);
    await push(5);
    server.clock.advance(61_000);
    await settled(token, ([row]) => row?.status === 'sent');
    const { headers, payload } = await browser.nextPush();
    assert.match(String(headers['topic']), /^ntf_/);
    assert.match(String(headers['authorization']), /^vapid t=/);
    assert.equal(payload.url, `/tanks/${device.id}`);
    assert.match(payload.body, /water is low/);
    browser.leave();
    assert.equal((await call(token, 'test', { channel: 'web-push' })).status, 201);
    await settled(token, ([row]) => row?.status === 'failed');
    const { web_push } = (await call(token, 'settings')).body as {
      web_push: { subscriptions: unknown[] };
    };
    assert.deepEqual(web_push.subscriptions, []);
    assert.deepEqual((await call(token, 'unsubscribe', { endpoint })).body, { removed: false });
    await browser.close();
  });

  it('pushes to a browser what happens to its owner’s account, urgent, in their language', async () => {
    const { token, user, password } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    const browser = await startPushedBrowser();
    const { endpoint, keys } = browser;
    assert.equal((await call(token, 'subscribe', { endpoint, keys })).status, 201);
    const json = { email: user.email, password };
    const headers = { 'user-agent': 'Wget/1.21' };
    await server.request('POST', '/api/auth.php?action=login', { json, headers });
    const { headers: sent, payload } = await browser.nextPush();
    assert.equal(sent['urgency'], 'high');
    assert.equal(payload.title, 'Kuingia kupya kwenye akaunti yako');
    assert.match(payload.body, /Mtu ameingia kwenye akaunti yako ya Kisima.*\n.*omba msimbo/s);
    assert.equal(payload.url, '/account');
    const [row] = await settled(token, ([first]) => first?.status === 'sent');
    assert.deepEqual([row?.channel, row?.reason, row?.incidents], ['web-push', 'account', []]);
    await browser.close();
  });
});
