import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth } from '../../test/helpers/accounts/accounts.ts';
import { wrongFields } from '../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';
import { newNumber, newSmsCaller } from '../../test/helpers/sms/sms-caller.ts';
import { until } from '../../test/helpers/until.ts';
import { dayMs } from '../kit/time/units.ts';

describeOnBothEngines('quiet hours that leave no time beside the operator’s', (engine) => {
  const env = { SMS_PROMOTION_HOURS: '10:00-18:00' };
  const server = useTestServer({ engine, env, now: '2026-11-21T11:00:00+03:00' });
  const quiet = (from: string, until: string) => ({ json: { quiet_hours: { from, until } } });

  it('are refused, and such as leave some are not', async () => {
    const { owner } = await newSmsCaller(server);
    const put = (from: string, until: string) => owner.call('PUT', '/settings', quiet(from, until));
    for (const [from, until] of [
      ['09:00', '19:00'],
      ['10:00', '18:00'],
      ['19:00', '18:30'],
    ] as const) {
      assert.deepEqual(wrongFields(await put(from, until)), ['quiet_hours']);
    }
    for (const [from, until] of [
      ['18:00', '10:00'],
      ['10:00', '17:59'],
      ['12:00', '11:00'],
    ] as const) {
      assert.equal((await put(from, until)).status, 200);
    }
  });

  it('hold no message for ever: what waits ends with its credits back, and nothing more is taken', async () => {
    const caller = await newSmsCaller(server);
    const { owner } = caller;
    const put = await owner.call('PUT', '/settings', quiet('20:00', '07:30'));
    assert.equal(put.status, 200, put.text);
    const text = { message: 'Ofa', class: 'promotional' };
    const scheduled_at = '2026-11-22T11:00:00+03:00';
    const sent = await caller.send({ ...text, to: newNumber(), scheduled_at });
    assert.equal(sent.status, 200, sent.text);
    const job = await caller.bulk({ ...text, to: [newNumber(), newNumber()], scheduled_at });
    assert.equal(job.status, 202, job.text);
    assert.equal((await caller.balance()).used, 3);
    // There the quiet hours are from 07:00 to 18:30 in Kenya.
    await callAuth(server, 'update', {
      token: owner.token,
      json: { timezone: 'America/Los_Angeles' },
    });
    assert.deepEqual(wrongFields(await caller.send({ ...text, to: newNumber() })), ['class']);
    assert.deepEqual(wrongFields(await caller.bulk({ ...text, to: [newNumber()] })), ['class']);
    const urgent = await caller.send({ to: newNumber(), message: 'Maji' });
    assert.equal(urgent.status, 200, urgent.text);
    server.clock.advance(dayMs);
    const { message_id } = sent.body as { message_id: string };
    // Of the database, since a key may only ask so often a minute.
    await until(async () => {
      const waiting = server.db.read.selectFrom('sms_messages').select('id');
      const scheduled = waiting.where('class', '=', 'promotional').where('due_at', 'is not', null);
      return (await scheduled.executeTakeFirst()) === undefined;
    });
    const { body } = await caller.call('GET', `/messages/${message_id}`);
    const { status, error } = body as { status: string; error: string };
    assert.deepEqual(
      [status, error],
      ['expired', 'Quiet hours leave promotional messages no time.'],
    );
    assert.equal((await caller.balance()).used, 1);
  });
});
