import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useBulkDesk } from '../../../test/helpers/sms/bulk-desk.ts';
import { newGroup } from '../../../test/helpers/sms/sms-account.ts';
import {
  international,
  newNumber,
  newNumbers,
  newSmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';

const credits = 25_000;

// Document 2, sections 2 to 4: POST /sms/bulk.
describeOnBothEngines('a bulk job', (engine) => {
  const desk = useBulkDesk(engine, { SMS_TRIAL_CREDITS: String(credits) });
  const { messagesOf, addContacts } = desk;
  const queue = (json: object) => desk.queue({ message: 'Water is back', ...json });
  const refused = (json: object) => desk.refused({ message: 'Water is back', ...json });

  it('answers the documented fields with 202, and costs a credit for each number', async () => {
    const to = newNumbers(3);
    const answer = await queue({ to, campaign: 'c'.repeat(100) });
    assert.deepEqual(
      { ...answer, job_id: typeof answer.job_id },
      {
        success: true,
        job_id: 'number',
        queued: 3,
        balance: credits - 3,
        message: 'SMS queued',
        rejected: [],
        rejected_count: 0,
        opted_out: 0,
      },
    );
    const messages = await messagesOf(answer.job_id);
    assert.deepEqual(messages.map((each) => each.to).sort(), to.map(international).sort());
    for (const { message } of messages) assert.equal(message, 'Water is back');
    assert.deepEqual(await desk.caller.balance(), {
      balance: credits - 3,
      quota: credits,
      used: 3,
    });
  });

  it('is dispatched in the background', async () => {
    const { job_id } = await queue({ to: newNumbers(45) });
    const counts = await until(async () => {
      desk.server.clock.advance(1000);
      const { body } = await desk.caller.call('GET', `/jobs/${job_id}`);
      const job = body as { counts: Record<string, number>; finished_at: unknown };
      return job.finished_at !== null && job.counts;
    });
    assert.equal(counts['sent'], 45);
  });

  it('leaves bad numbers out and lists them, and repeats silently', async () => {
    const number = newNumber();
    const to = [number, '0812345678', international(number), 5, null, `+${international(number)}`];
    const answer = await queue({ to: [...to, ['0712345678'], 'x'.repeat(200)] });
    assert.equal(answer.queued, 1);
    assert.equal(answer.rejected_count, 5);
    const error = 'is not a Kenyan mobile number';
    assert.deepEqual(answer.rejected, [
      { index: 1, to: '0812345678', error },
      { index: 3, to: null, error },
      { index: 4, to: null, error },
      { index: 6, to: null, error },
      { index: 7, to: 'x'.repeat(100), error },
    ]);
    assert.equal(answer.balance, credits - 1);
  });

  it('lists the first 100 bad numbers and counts all', async () => {
    const { rejected, rejected_count } = await queue({
      to: [...Array.from({ length: 150 }, () => 'x'), newNumber()],
    });
    assert.deepEqual([rejected.length, rejected_count, rejected.at(-1)?.index], [100, 150, 99]);
  });

  it('wants one of to and group_id, and numbers to send to', async () => {
    const group_id = await newGroup(desk.caller.owner);
    assert.deepEqual(await refused({}), ['group_id', 'to']);
    assert.deepEqual(await refused({ to: null, group_id: null }), ['group_id', 'to']);
    assert.deepEqual(await refused({ to: newNumbers(1), group_id }), ['group_id', 'to']);
    assert.deepEqual(await refused({ to: [] }), ['to']);
    assert.deepEqual(await refused({ to: ['x', 7] }), ['to']);
    assert.deepEqual(await refused({ to: '0712345678' }), ['to']);
    assert.deepEqual(await refused({ group_id }), ['group_id']);
    assert.deepEqual(await refused({ group_id: 999_999 }), ['group_id']);
    assert.deepEqual(await refused({ group_id: String(group_id) }), ['group_id']);
    const stranger = await newSmsCaller(desk.server);
    const theirs = await newGroup(stranger.owner);
    assert.deepEqual(await refused({ group_id: theirs }), ['group_id']);
    assert.equal((await desk.caller.balance()).used, 0);
  });

  it('takes 10,000 numbers as given and no more', async () => {
    const to = newNumbers(9000);
    const { queued, balance } = await queue({ to: [...to, ...to.slice(0, 1000)] });
    assert.deepEqual([queued, balance], [9000, credits - 9000]);
    assert.deepEqual(await refused({ to: [...to, ...to.slice(0, 1001)] }), ['to']);
    assert.equal((await desk.caller.balance()).used, 9000);
  });

  it('holds to the limits of its other fields', async () => {
    const to = newNumbers(1);
    const wrong: [string, unknown[]][] = [
      ['campaign', ['', ' ', 'c'.repeat(101), 5, 'a\nb']],
      ['message', ['a'.repeat(919), 'ж'.repeat(403), ' ', 7]],
      ['scheduled_at', ['tomorrow', '2020-01-01T00:00:00Z']],
      ['class', ['yes']],
      ['dry_run', ['yes']],
    ];
    for (const [field, values] of wrong) {
      for (const value of values) {
        assert.deepEqual(await refused({ to, [field]: value }), [field], `${field} ${value}`);
      }
    }
    assert.deepEqual(
      await refused({ to: 'x', campaign: 5, message: '', scheduled_at: 'x', class: 'x' }),
      ['campaign', 'class', 'message', 'scheduled_at', 'to'],
    );
    const { queued } = await queue({ to, message: 'a'.repeat(918), campaign: null, class: null });
    assert.equal(queued, 1);
  });

  it('is 402 with the balance where there are not enough credits for all, and queues nothing', async () => {
    await queue({ to: newNumbers(10_000) });
    await queue({ to: newNumbers(10_000) });
    const answer = await desk.caller.bulk({ to: newNumbers(5001), message: 'Hi' });
    assert.deepEqual(failureOf(answer), [402, 'insufficient_credits']);
    assert.equal((answer.body as { balance: number }).balance, 5000);
    assert.equal((await queue({ to: newNumbers(5000) })).balance, 0);
  });

  it('goes to a group of contacts, by name where the text asks for it', async () => {
    const [asha = '', otieno = '', nameless = ''] = newNumbers(3);
    const group_id = await addContacts([
      { phone: asha, name: 'Asha' },
      { phone: otieno, name: "Otieno $& Wang'ari" },
      { phone: nameless },
    ]);
    const personal = await queue({ group_id, message: 'Hello {name}, {name}: water is back' });
    assert.equal(personal.queued, 3);
    const texts = new Map(
      (await messagesOf(personal.job_id)).map(({ to, message }) => [to, message]),
    );
    assert.equal(texts.get(international(asha)), 'Hello Asha, Asha: water is back');
    assert.equal(
      texts.get(international(otieno)),
      "Hello Otieno $& Wang'ari, Otieno $& Wang'ari: water is back",
    );
    assert.equal(texts.get(international(nameless)), 'Hello,: water is back');
    const job = await desk.caller.call('GET', `/jobs/${personal.job_id}`);
    assert.equal((job.body as { message: string }).message, 'Hello {name}, {name}: water is back');
    const plain = await queue({ group_id });
    assert.equal((await messagesOf(plain.job_id))[0]?.message, 'Water is back');
    const dry = await desk.caller.bulk({ group_id, message: 'Hello {name} {nmae}', dry_run: true });
    const { without_name, unknown_placeholders } = dry.body as Record<string, unknown>;
    assert.equal(without_name, 1);
    assert.deepEqual(unknown_placeholders, [
      { placeholder: '{nmae}', meant: '{name}', count: 1, index: 0 },
    ]);
    assert.deepEqual(await refused({ group_id, message: 'Hello {name} {nmae}' }), ['message']);
    assert.deepEqual(await refused({ to: [asha], message: 'Hello {name}' }), ['message']);
    const list = await queue({ to: [asha], message: 'Hello \\{name}' });
    assert.equal((await messagesOf(list.job_id))[0]?.message, 'Hello {name}');
  });

  it('leaves out contacts whose name makes the text too long', async () => {
    const [short = '', long = '', blank = ''] = newNumbers(3);
    const group_id = await addContacts([
      { phone: short, name: 'Asha' },
      { phone: long, name: 'N'.repeat(100) },
      { phone: blank },
    ]);
    const { queued, rejected } = await queue({ group_id, message: `${'a'.repeat(850)}{name}` });
    assert.equal(queued, 2);
    const phones = (left: typeof rejected) => left.map(({ to }) => to);
    assert.deepEqual(phones(rejected), [international(long)]);
    const only = await queue({ group_id, message: '{name}' });
    assert.deepEqual(phones(only.rejected), [international(blank)]);
  });

  it('leaves out, uncharged, who has opted out of promotional messages', async () => {
    const to = newNumbers(4);
    await desk.caller.owner.call('POST', '/opt-outs', { json: { phones: to.slice(0, 1) } });
    const group_id = await addContacts(to.map((phone) => ({ phone })));
    for (const json of [{ to }, { group_id }]) {
      const promotional = await queue({ ...json, class: 'promotional' });
      assert.deepEqual([promotional.queued, promotional.opted_out], [3, 1]);
      const transactional = await queue({ ...json, class: 'transactional' });
      assert.deepEqual([transactional.queued, transactional.opted_out], [4, 0]);
    }
    const nobody = { to: to.slice(0, 1), class: 'promotional' };
    assert.deepEqual(await refused(nobody), ['to']);
    assert.equal((await desk.caller.balance()).used, 14);
  });

  it('can be tried without sending', async () => {
    const [number = '', gone = ''] = newNumbers(2);
    await desk.caller.owner.call('POST', '/opt-outs', { json: { phones: [gone] } });
    const json = {
      to: [number, number, gone, 'x'],
      message: 'ж'.repeat(71),
      class: 'promotional',
      dry_run: true,
    };
    const answer = await desk.caller.bulk(json, { 'idempotency-key': 'dry' });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, {
      success: true,
      dry_run: true,
      queued: 1,
      duplicates: 1,
      opted_out: 1,
      rejected: [{ index: 3, to: 'x', error: 'is not a Kenyan mobile number' }],
      rejected_count: 1,
      encoding: 'ucs2',
      segments: 2,
      cost: 1,
      balance: credits,
      message: 'Dry run: nothing was sent',
    });
    assert.deepEqual((await desk.caller.call('GET', '/messages')).body, []);
    assert.equal((await desk.caller.balance()).used, 0);
    const real = await desk.caller.bulk({ ...json, dry_run: false }, { 'idempotency-key': 'dry' });
    assert.equal(real.status, 202, real.text);
  });

  it('waits until its time has come', async () => {
    const scheduled_at = new Date(desk.server.clock.now + 3_600_000).toISOString();
    const { job_id } = await queue({ to: newNumbers(2), scheduled_at });
    const { body } = await desk.caller.call('GET', `/jobs/${job_id}`);
    const job = body as { counts: Record<string, number>; scheduled_at: string };
    assert.deepEqual([job.counts['scheduled'], job.scheduled_at], [2, scheduled_at]);
  });

  it('refuses a body of more than sixteen megabytes', async () => {
    const answer = await desk.caller.bulk({ to: ['x'.repeat(16_800_000)], message: 'Hi' });
    assert.equal(answer.status, 413);
  });
});
