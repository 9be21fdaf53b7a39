import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  international,
  newNumber,
  newSmsCaller,
  type SmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';

type Sent = { success: boolean; message_id: string; balance: number; message: string };

// Document 2, sections 2 to 4: POST /sms/send.
describeOnBothEngines('sending one message', (engine) => {
  let server: TestServer;
  let caller: SmsCaller;
  before(async () => {
    server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '25' } });
  });
  after(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
  });
  beforeEach(async () => {
    caller = await newSmsCaller(server);
  });

  const send = async (json: object): Promise<Sent> => {
    const { status, body, text } = await caller.send({
      to: newNumber(),
      message: 'Tank 3 is nearly empty',
      ...json,
    });
    assert.equal(status, 200, text);
    return body as Sent;
  };
  const show = async (id: string) => (await caller.call('GET', `/messages/${id}`)).body as Message;
  type Message = Record<string, unknown>;
  const at = (offset: number) => new Date(server.clock.now + offset).toISOString();

  it('answers the four fields, costs one credit, and is sent when it says so', async () => {
    const to = newNumber();
    const sent = await send({ to });
    assert.deepEqual(Object.keys(sent).sort(), ['balance', 'message', 'message_id', 'success']);
    assert.equal(sent.success, true);
    assert.equal(sent.balance, 24);
    assert.equal(sent.message, 'SMS sent');
    assert.equal(typeof sent.message_id, 'string');
    const message = await show(sent.message_id);
    assert.equal(message['status'], 'sent');
    assert.equal(message['to'], international(to));
    assert.deepEqual(await caller.balance(), { balance: 24, quota: 25, used: 1 });
  });

  it('is at /V1 as well', async () => {
    const { status } = await server.request('POST', '/V1/sms/send', {
      headers: { 'x-api-key': caller.apiKey },
      json: { to: newNumber(), message: 'Hi' },
    });
    assert.equal(status, 200);
  });

  it('takes the number in every form and normalises it', async () => {
    for (const to of ['0712345678', '254712345678', '+254 712-345.678', '(0712) 345 678']) {
      const { message_id } = await send({ to });
      assert.equal((await show(message_id))['to'], '254712345678');
    }
    const { message_id } = await send({ to: '0112345678' });
    assert.equal((await show(message_id))['to'], '254112345678');
  });

  it('names every wrong field at once', async () => {
    assert.deepEqual(wrongFields(await caller.send({})), ['message', 'to']);
    const all = { to: '07123', message: ' ', scheduled_at: 'soon', class: 'urgent' };
    const names = ['class', 'message', 'scheduled_at', 'to'];
    assert.deepEqual(wrongFields(await caller.send(all)), names);
    const later = { to: newNumber(), message: '€'.repeat(500), scheduled_at: '2020-01-01T00:00Z' };
    assert.deepEqual(wrongFields(await caller.send({ ...later, message: 'ж'.repeat(403) })), [
      'message',
      'scheduled_at',
    ]);
    assert.equal((await caller.balance()).used, 0);
  });

  it('refuses numbers that are none', async () => {
    const wrong = ['', '0812345678', '071234567', '07123456789', '255712345678', 712345678, null];
    for (const to of wrong) {
      assert.deepEqual(wrongFields(await caller.send({ to, message: 'Hi' })), ['to'], String(to));
    }
  });

  it('takes 918 characters in 6 segments and no more', async () => {
    const fits: [string, number, string][] = [
      ['a'.repeat(160), 1, 'gsm7'],
      ['a'.repeat(161), 2, 'gsm7'],
      ['a'.repeat(918), 6, 'gsm7'],
      ['€'.repeat(456), 6, 'gsm7'],
      ['ж'.repeat(70), 1, 'ucs2'],
      ['ж'.repeat(402), 6, 'ucs2'],
      ['line\nbreaks\r\nare welcome', 1, 'gsm7'],
    ];
    for (const [message, segments, encoding] of fits) {
      const stored = await show((await send({ message })).message_id);
      assert.deepEqual(
        [stored['message'], stored['segments'], stored['encoding'], stored['cost']],
        [message, segments, encoding, 1],
      );
    }
    const wrong = [
      ...['a'.repeat(919), '€'.repeat(460), 'ж'.repeat(403), '', '  \n '],
      ...['a\u0000b', 'a\tb', 'a\u0085b', 'a\ud800', 42, null, ['Hi']],
    ];
    for (const message of wrong) {
      const answer = await caller.send({ to: newNumber(), message });
      assert.deepEqual(wrongFields(answer), ['message'], JSON.stringify(message)?.slice(0, 20));
    }
  });

  it('queues what is scheduled, charges it, and sends it when its time has come', async () => {
    const sent = await send({ scheduled_at: at(hourMs) });
    assert.deepEqual([sent.message, sent.balance], ['SMS queued', 24]);
    const before = await show(sent.message_id);
    assert.deepEqual(
      [before['status'], before['scheduled_at'], before['sent_at']],
      ['scheduled', at(hourMs), null],
    );
    server.clock.advance(hourMs);
    await send({ scheduled_at: at(dayMs) });
    await until(async () => (await show(sent.message_id))['status'] !== 'scheduled');
  });

  it('sends at once what was to go within the last day', async () => {
    for (const offset of [0, -1, -hourMs, -dayMs]) {
      assert.equal((await send({ scheduled_at: at(offset) })).message, 'SMS sent');
    }
    const local = new Date(server.clock.now + 5 * hourMs).toISOString().replace('Z', '+03:00');
    assert.equal((await send({ scheduled_at: local })).message, 'SMS queued');
    const past = new Date(server.clock.now + 2 * hourMs).toISOString().replace('Z', '+0300');
    assert.equal((await send({ scheduled_at: past })).message, 'SMS sent');
    assert.equal((await send({ scheduled_at: null })).message, 'SMS sent');
  });

  it('refuses older times, times more than a year ahead, and times without offset', async () => {
    const yearAhead = new Date(server.clock.now);
    yearAhead.setUTCFullYear(yearAhead.getUTCFullYear() + 1);
    const scheduled_at = yearAhead.toISOString();
    assert.equal((await send({ scheduled_at })).message, 'SMS queued');
    const wrong = [
      ...[at(-dayMs - 1), new Date(yearAhead.getTime() + 1).toISOString()],
      ...[
        '2026-11-22T08:00:00',
        '2026-11-22',
        '2026-02-30T08:00:00Z',
        'tomorrow',
        '',
        1_800_000_000,
      ],
    ];
    for (const each of wrong) {
      const answer = await caller.send({ to: newNumber(), message: 'Hi', scheduled_at: each });
      assert.deepEqual(wrongFields(answer), ['scheduled_at'], String(each));
    }
  });

  it('is 402 with the balance when the credits are spent, and stores nothing', async () => {
    for (let left = 24; left >= 0; left -= 1) assert.equal((await send({})).balance, left);
    const answer = await caller.send({ to: newNumber(), message: 'Hi' });
    assert.deepEqual(failureOf(answer), [402, 'insufficient_credits']);
    assert.equal((answer.body as { balance: number }).balance, 0);
    const { body } = await caller.call('GET', '/messages?limit=500');
    assert.equal((body as unknown[]).length, 25);
  });

  it('reads JSON and nothing else', async () => {
    const form = await caller.call('POST', '/send', { form: { to: newNumber(), message: 'Hi' } });
    assert.equal(form.status, 415);
    const headers = { 'content-type': 'application/json' };
    const broken = await caller.call('POST', '/send', { body: '{"to":', headers });
    assert.deepEqual(failureOf(broken), [400, 'malformed_request']);
    const unknown = await caller.send({ to: newNumber(), message: 'Hi', nonsense: 1 });
    assert.deepEqual(wrongFields(unknown), ['nonsense']);
    assert.equal((await caller.call('GET', '/send')).status, 405);
  });

  it('leaves out a promotional message to a number that has opted out, uncharged', async () => {
    const to = newNumber();
    await caller.owner.call('POST', '/opt-outs', { json: { phones: [to] } });
    const refused = await caller.send({ to, message: 'Sale', class: 'promotional' });
    assert.deepEqual(wrongFields(refused), ['to']);
    assert.equal((await caller.balance()).used, 0);
    assert.equal((await send({ to, class: 'transactional' })).message, 'SMS sent');
    assert.equal((await send({ class: 'promotional' })).message, 'SMS sent');
  });

  it('keeps quiet hours with promotional messages, and only with those', async () => {
    // The test begins at 11:00 in Nairobi.
    const quiet_hours = hoursAround(server.clock.now);
    const put = await caller.owner.call('PUT', '/settings', { json: { quiet_hours } });
    assert.equal(put.status, 200, put.text);
    const waits = await send({ class: 'promotional' });
    assert.equal(waits.message, 'SMS queued');
    assert.equal((await show(waits.message_id))['status'], 'queued');
    assert.equal((await send({})).message, 'SMS sent');
  });

  it('goes out, charged once, where storing it took place and the answer was lost', async () => {
    const { db } = server;
    const { perform } = db;
    db.perform = async (work, argument) => {
      const result = await perform(work, argument);
      if (work.name !== 'acceptMessages') return result;
      db.perform = perform;
      throw new Error('Connection terminated unexpectedly');
    };
    const json = { to: newNumber(), message: 'Maji yamefika' };
    const headers = { 'idempotency-key': 'whose answer was lost' };
    assert.ok((await caller.send(json, headers)).status >= 500);
    const { body } = await caller.send(json, headers);
    const { message, message_id } = body as Sent;
    assert.equal(message, 'SMS sent');
    const { status, attempts } = await show(message_id);
    assert.deepEqual([status, attempts], ['sent', 1]);
    assert.equal((await caller.balance()).used, 1);
  });

  it('queues, once, what comes while its process counts as dead', async () => {
    const setLease = (lease_until: number | null) =>
      server.db.write.updateTable('sms_claimers').set({ lease_until }).execute();
    await setLease(null);
    const json = { to: newNumber(), message: 'Maji yamefika' };
    const headers = { 'idempotency-key': 'while it counts as dead' };
    const { body, text } = await caller.send(json, headers);
    const { message, message_id } = body as Sent;
    assert.equal(message, 'SMS queued', text);
    assert.equal((await show(message_id))['status'], 'queued');
    assert.deepEqual((await caller.send(json, headers)).body, body);
    await setLease(Number.MAX_SAFE_INTEGER);
    await caller.bulk({ to: [newNumber()], message: 'Maji yamefika' });
    await until(async () => (await show(message_id))['status'] === 'sent');
    assert.equal((await caller.balance()).used, 2);
  });
});

/** An hour before until an hour after an instant, in Nairobi. */
function hoursAround(now: number): { from: string; until: string } {
  const time = (instant: number) => new Date(instant + 3 * hourMs).toISOString().slice(11, 16);
  return { from: time(now - hourMs), until: time(now + hourMs) };
}
