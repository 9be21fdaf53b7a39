import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { failureOf } from '../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { useNotificationDesk } from '../../../../test/helpers/water/notification-desk.ts';

describeOnBothEngines('notifications by SMS', (engine) => {
  const { server, call, settled, newOwner } = useNotificationDesk(engine);

  it('go out through this server itself, once the number is verified', async () => {
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

  it('go out through any server of document 2, with one key at every try', async () => {
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

  it('are known to have arrived, or not, when their service says so', async () => {
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
});
