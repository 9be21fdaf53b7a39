import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/helpers/sms/webhook-receiver.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { useNotificationDesk } from '../../../test/helpers/water/notification-desk.ts';
import { signPost } from '../../delivery/sign-post.ts';

describeOnBothEngines('notifications', (engine) => {
  const { server, mails, call, history, settled, newOwner } = useNotificationDesk(engine);
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
  });
  after(() => receiver.close());

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
        token,
        json,
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
});
