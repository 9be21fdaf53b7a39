import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  callerOf,
  newNumber,
  newNumbers,
  newSmsCaller,
  type SmsCaller,
  withKey,
} from '../../../test/helpers/sms/sms-caller.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../../../test/helpers/smsc/africas-talking-peer.ts';
import { hourMs } from '../../kit/time/units.ts';
import { deleteOldAnswers } from './queries.ts';

const keyed = (key: string) => ({ 'idempotency-key': key });

// decisions.md: `Idempotency-Key` on send and bulk.
describeOnBothEngines('the Idempotency-Key', (engine) => {
  let server: TestServer;
  let caller: SmsCaller;
  before(async () => {
    server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '100' } });
  });
  after(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
  });
  beforeEach(async () => {
    caller = await newSmsCaller(server);
  });

  it('gives a repeat the first answer and charges nothing, on send and on bulk', async () => {
    const one = { to: newNumber(), message: 'Hi' };
    const many = { to: [...newNumbers(3), 'x'], message: 'Hi' };
    const sent = await caller.send(one, keyed('s'));
    const queued = await caller.bulk(many, keyed('b'));
    await caller.send({ ...one, to: newNumber() });
    for (let count = 0; count < 3; count += 1) {
      const again = await caller.send(one, keyed('s'));
      assert.deepEqual([again.status, again.text], [200, sent.text]);
      const bulkAgain = await caller.bulk(many, keyed('b'));
      assert.deepEqual([bulkAgain.status, bulkAgain.text], [202, queued.text]);
      for (const repeat of [again, bulkAgain]) {
        assert.equal(repeat.headers.get('idempotent-replayed'), 'true');
      }
    }
    for (const first of [sent, queued]) {
      assert.equal(first.headers.get('idempotent-replayed'), null);
    }
    assert.equal((await caller.balance()).used, 5);
  });

  it('is the same under /V1', async () => {
    const json = { to: newNumber(), message: 'Hi' };
    const first = await caller.send(json, keyed('v'));
    const headers = { 'x-api-key': caller.apiKey, ...keyed('v') };
    const again = await server.request('POST', '/V1/sms/send', { headers, json });
    assert.equal(again.text, first.text);
  });

  it('takes the same JSON for the same request, however it is written', async () => {
    const [to, more] = [newNumber(), newNumbers(2)];
    const sent = await caller.send({ to, message: 'Hi', class: 'promotional' }, keyed('o'));
    const again = await caller.send({ class: 'promotional', message: 'Hi', to }, keyed('o'));
    assert.deepEqual([again.status, again.text], [200, sent.text]);
    await caller.bulk({ to: more, message: 'Hi' }, keyed('p'));
    const turned = await caller.bulk({ message: 'Hi', to: [...more].reverse() }, keyed('p'));
    assert.deepEqual(failureOf(turned), [409, 'idempotency_key_reused']);
    const spaced = await server.request('POST', '/v1/sms/bulk', {
      headers: {
        'x-api-key': caller.apiKey,
        'content-type': 'application/json',
        ...keyed('p'),
      },
      body: ` {"message" : "H\\u0069",\n"to": ${JSON.stringify(more)}} `,
    });
    assert.deepEqual([spaced.status, spaced.headers.get('idempotent-replayed')], [202, 'true']);
    assert.equal((await caller.balance()).used, 3);
  });

  it('knows the requests that a version up to 0.1 has kept', async () => {
    const json = { to: newNumber(), message: 'Hi', class: 'transactional' };
    const many = { to: [...newNumbers(70), ...Array(180).fill('x')], message: 'Hi' };
    for (const [path, body] of [
      ['send', json],
      ['bulk', many],
    ] as const) {
      const first = await caller[path](body, keyed(path));
      const hash = createHash('sha256')
        .update(`/v1/sms/${path}\n${JSON.stringify(body)}`)
        .digest('hex');
      const { numUpdatedRows } = await server.db.write
        .updateTable('sms_idempotency')
        .set({ request_hash: hash })
        .where('user_id', '=', caller.owner.userId)
        .where('key', '=', path)
        .executeTakeFirstOrThrow();
      assert.equal(numUpdatedRows, 1n);
      assert.equal((await caller[path](body, keyed(path))).text, first.text);
    }
    assert.equal((await caller.balance()).used, 71);
  });

  it('is 409 with another body or path', async () => {
    const json = { to: newNumber(), message: 'Hi' };
    await caller.send(json, keyed('k'));
    const other = await caller.send({ ...json, message: 'Ho' }, keyed('k'));
    assert.deepEqual(failureOf(other), [409, 'idempotency_key_reused']);
    const path = await caller.bulk({ ...json, to: [json.to] }, keyed('k'));
    assert.deepEqual(failureOf(path), [409, 'idempotency_key_reused']);
    assert.equal((await caller.balance()).used, 1);
  });

  it("is the account's: shared by its keys, unknown to others", async () => {
    const json = { to: newNumber(), message: 'Hi' };
    const first = await caller.send(json, keyed('mine'));
    const second = await callerOf(server, caller.owner);
    assert.equal((await second.send(json, keyed('mine'))).text, first.text);
    const stranger = await newSmsCaller(server);
    assert.notEqual((await stranger.send(json, keyed('mine'))).text, first.text);
    assert.equal((await stranger.balance()).used, 1);
  });

  it('makes requests that come together one', async () => {
    const one = { to: newNumber(), message: 'Hi' };
    const many = { to: newNumbers(20), message: 'Hi' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? caller.send(one, keyed('one')) : caller.bulk(many, keyed('many')),
      ),
    );
    for (const parity of [0, 1]) {
      const texts = answers.filter((_, index) => index % 2 === parity).map(({ text }) => text);
      assert.equal(new Set(texts).size, 1, texts[0]);
    }
    assert.equal((await caller.balance()).used, 21);
  });

  it('keeps answers for 24 hours', async () => {
    const json = { to: newNumber(), message: 'Hi' };
    const first = await caller.send(json, keyed('day'));
    server.clock.advance(24 * hourMs - 1);
    assert.equal((await caller.send(json, keyed('day'))).text, first.text);
    server.clock.advance(1);
    const later = await caller.send(json, keyed('day'));
    assert.notEqual(later.text, first.text);
    assert.equal((await caller.balance()).used, 2);
    const until = server.clock.now;
    server.clock.advance(1);
    await caller.send(json, keyed('younger'));
    assert.ok((await deleteOldAnswers(server.db.write, { until, limit: 1000 })) >= 1);
    assert.equal((await caller.send(json, keyed('younger'))).status, 200);
    assert.equal((await caller.balance()).used, 3);
  });

  it('does not keep failures', async () => {
    const wrong = { to: 'x', message: 'Hi' };
    assert.equal((await caller.send(wrong, keyed('f'))).status, 400);
    const many = { to: newNumbers(101), message: 'Hi' };
    assert.equal((await caller.bulk(many, keyed('f'))).status, 402);
    const fits = { to: newNumbers(100), message: 'Hi' };
    assert.equal((await caller.bulk(fits, keyed('f'))).status, 202);
    const json = { to: newNumber(), message: 'Hi' };
    assert.equal((await caller.send(json, keyed('g'))).status, 402);
    assert.equal((await caller.send({ ...json, message: 'Ho' }, keyed('g'))).status, 402);
  });

  it('answers by the state of the message where a crash took the first answer', async () => {
    const json = { to: newNumber(), message: 'Hi' };
    const first = await caller.send(json, keyed('crash'));
    const { message_id } = first.body as { message_id: string };
    const become = (status: string) =>
      server.db.write
        .updateTable('sms_messages')
        .set({ status })
        .where('id', '=', Number(message_id))
        .execute();
    await become('unknown');
    const lost = await caller.send(json, keyed('crash'));
    assert.deepEqual(lost.body, { ...(first.body as object), message: 'SMS queued' });
    await become('delivered');
    assert.equal((await caller.send(json, keyed('crash'))).text, first.text);
    assert.equal((await caller.balance()).used, 1);
  });

  it('has 1 to 255 characters', async () => {
    const json = { to: newNumber(), message: 'Hi' };
    for (const key of ['', 'k'.repeat(256)]) {
      assert.deepEqual(wrongFields(await caller.send(json, keyed(key))), ['idempotency-key']);
    }
    assert.equal((await caller.send(json, keyed('k'.repeat(255)))).status, 200);
  });
});

describe('the Idempotency-Key on several processes', () => {
  let peer: AfricasTalkingPeer;
  before(async () => {
    peer = await startAfricasTalkingPeer();
  });
  after(() => peer.close());

  it('waits for the one that was quicker', async () => {
    const { url, drop } = await makePostgresDatabase();
    const env = {
      DATABASE_URL: url,
      SMS_TRIAL_CREDITS: '100',
      AT_USERNAME: peer.username,
      AT_API_KEY: peer.apiKey,
      AT_URL: peer.url,
    };
    const servers = [
      await startTestServer({ engine: 'sqlite', env }),
      await startTestServer({ engine: 'sqlite', env }),
    ] as const;
    const first = await newSmsCaller(servers[0]);
    const second = withKey(servers[1], first.owner, first.apiKey);
    const one = { to: newNumber(), message: 'Hi' };
    const many = { to: newNumbers(50), message: 'Hi', scheduled_at: '2026-11-21T09:00:00Z' };
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? first : second).send(one, keyed('one')),
      ),
    );
    assert.deepEqual(
      sent.map(({ status, text }) => [status, text]),
      sent.map(() => [200, sent[0]?.text]),
    );
    assert.equal(peer.calls.length, 1);
    const queued = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? first : second).bulk(many, keyed('many')),
      ),
    );
    assert.equal(new Set(queued.map(({ text }) => text)).size, 1);
    assert.equal((await first.balance()).used, 51);
    await assertDoctorClean(servers[0].db);
    for (const server of servers) await server.stop();
    await drop();
  });
});
