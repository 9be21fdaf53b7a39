import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { failureOf, wrongFields } from '../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../test/helpers/sms/sms-account.ts';
import { newNumber, newSmsCaller, type SmsCaller } from '../../test/helpers/sms/sms-caller.ts';
import { updateRole } from '../accounts/queries.ts';
import { hourMs } from '../kit/time/units.ts';
import { afterOperatorsQuiet, textOf } from './promotions.ts';

describe('what the operator says of promotional messages', () => {
  it('lets them go between its hours in Kenya, and at their next beginning otherwise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 1, max: 1439 }),
        (at, from, length) => {
          const until = (from + length) % 1440;
          const goes = afterOperatorsQuiet(at, { hours: { from, until } });
          const minute = Math.floor(goes / 60_000 + 180) % 1440;
          assert.ok((minute - from + 1440) % 1440 < length);
          assert.ok(goes >= at && goes - at <= 24 * hourMs);
          if (goes > at) assert.equal((goes / 60_000 + 180) % 1440, from);
        },
      ),
    );
    assert.equal(afterOperatorsQuiet(7, { hours: undefined }), 7);
  });

  it('ends each of them once, and no other', () => {
    const suffix = 'STOP to 22384';
    assert.equal(textOf('Ofa ', 'promotional', { suffix }), 'Ofa STOP to 22384');
    assert.equal(textOf('Ofa STOP to 22384.', 'promotional', { suffix }), 'Ofa STOP to 22384.');
    for (const own of ['Ofa. stop TO 22384', 'Ofa\nStop to  22384', 'Ofa STOP\u00a0to 22384']) {
      assert.equal(textOf(own, 'promotional', { suffix }), own);
    }
    assert.equal(textOf('Lipa', 'transactional', { suffix }), 'Lipa');
    assert.equal(textOf('Ofa', 'promotional', { suffix: undefined }), 'Ofa');
  });
});

describeOnBothEngines('the class of messages', (engine) => {
  const env = { SMS_PROMOTION_HOURS: '10:00-18:00', SMS_PROMOTION_SUFFIX: 'STOP: 22384' };
  const server = useTestServer({ engine, env });
  let admin: SmsOwner;
  let senders = 0;
  before(async () => {
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });

  const giveSender = async ({ owner: { email } }: SmsCaller, fields: object) => {
    senders += 1;
    const json = { sender: `Duka ${senders}`, email, ...fields };
    return await server.request('POST', '/v1/admin/senders', { token: admin.token, json });
  };
  const change = ({ owner }: SmsCaller, json: object) => owner.call('PUT', '/settings', { json });
  const classOf = async ({ call }: SmsCaller, path: string) =>
    ((await call('GET', path)).body as { class: string }).class;
  const sent = async (caller: SmsCaller, fields: object) => {
    const { status, body, text } = await caller.send({
      to: newNumber(),
      message: 'Ofa',
      ...fields,
    });
    assert.equal(status, 200, text);
    return `/messages/${(body as { message_id: string }).message_id}`;
  };

  it('is the default of the account where a program names none', async () => {
    const caller = await newSmsCaller(server);
    const settings = (await caller.owner.call('GET', '/settings')).body as object;
    assert.deepEqual('default_class' in settings && settings.default_class, 'transactional');
    const changed = await change(caller, { default_class: 'promotional' });
    assert.deepEqual(changed.body, { ...settings, default_class: 'promotional' });
    assert.equal(await classOf(caller, await sent(caller, {})), 'promotional');
    assert.equal(await classOf(caller, await sent(caller, { class: null })), 'promotional');
    const named = await sent(caller, { class: 'transactional' });
    assert.equal(await classOf(caller, named), 'transactional');
    const hours = { from: '18:00', until: '08:00' };
    const both = await change(caller, { quiet_hours: hours });
    assert.equal((both.body as { default_class: string }).default_class, 'promotional');
    for (const wrong of ['both', null, '']) {
      assert.deepEqual(wrongFields(await change(caller, { default_class: wrong })), [
        'default_class',
      ]);
    }
  });

  it('makes bulk of a program that knows the document alone heed a STOP', async () => {
    const caller = await newSmsCaller(server);
    await change(caller, { default_class: 'promotional' });
    const [out, other] = [newNumber(), newNumber()];
    await caller.owner.call('POST', '/opt-outs', { json: { phones: [out] } });
    const job = await caller.bulk({ to: [out, other], message: 'Ofa ya leo' });
    const { job_id, queued, opted_out } = job.body as Record<string, number>;
    assert.deepEqual([job.status, queued, opted_out], [202, 1, 1]);
    const { body } = await caller.call('GET', `/jobs/${job_id}`);
    const { class: its, message } = body as { class: string; message: string };
    assert.deepEqual([its, message], ['promotional', 'Ofa ya leo STOP: 22384']);
  });

  it('is that of the sender, which carries no other', async () => {
    const caller = await newSmsCaller(server);
    const given = await giveSender(caller, { class: 'promotional' });
    const { sender, class: carried } = given.body as { sender: string; class: string };
    assert.deepEqual([given.status, carried], [201, 'promotional']);
    assert.equal(await classOf(caller, await sent(caller, { sender })), 'promotional');
    const wrong = { to: newNumber(), message: 'Lipa', sender, class: 'transactional' };
    assert.deepEqual(wrongFields(await caller.send(wrong)), ['class']);
    const bulk = { to: [newNumber()], message: 'Lipa', sender, class: 'transactional' };
    assert.deepEqual(wrongFields(await caller.bulk(bulk)), ['class']);
    const listed = await caller.owner.call('GET', '/senders');
    assert.equal((listed.body as { class: string }[])[0]?.class, 'promotional');
    const again = await giveSender(caller, { sender });
    assert.deepEqual([again.status, (again.body as { class: string }).class], [200, 'promotional']);
    const both = await giveSender(caller, { sender, class: null });
    assert.equal((both.body as { class: null }).class, null);
    const unknown = await giveSender(caller, { class: 'flash' });
    assert.deepEqual(wrongFields(unknown), ['class']);
  });

  it('has the operator’s hours, also where the account has none', async () => {
    const caller = await newSmsCaller(server);
    server.clock.now = Date.parse('2026-11-27T18:30:00+03:00');
    const path = await sent(caller, { class: 'promotional' });
    const read = async () => (await caller.call('GET', path)).body as { status: string };
    assert.equal((await read()).status, 'queued');
    const urgent = await sent(caller, {});
    const { status } = (await caller.call('GET', urgent)).body as { status: string };
    assert.ok(['sent', 'delivered'].includes(status), status);
  });

  it('counts the suffix among the segments', async () => {
    const caller = await newSmsCaller(server);
    const long = { to: newNumber(), message: 'x'.repeat(918), class: 'promotional' };
    assert.deepEqual(failureOf(await caller.send(long)), [400, 'invalid_input']);
    assert.equal((await caller.send({ ...long, class: 'transactional' })).status, 200);
  });
});
