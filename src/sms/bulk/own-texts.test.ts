import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { anyOwnTexts } from '../../../test/helpers/sms/any-own-texts.ts';
import { type BulkMessage, useBulkDesk } from '../../../test/helpers/sms/bulk-desk.ts';
import {
  international,
  newNumber,
  newNumbers,
  newSmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import { redactMessages } from '../retention/text-queries.ts';
import { encodingToSend } from '../text/smart-encoding.ts';

type Own = { to?: unknown; text?: unknown; reference?: unknown };

const credits = 30_000;
const suffix = 'STOP? SMS STOP 20880';

// decisions.md: bulk takes `messages: [{to, text, reference}]` in place of `to` or `group_id` and `message`.
describeOnBothEngines('texts of one’s own', (engine) => {
  const env = { SMS_TRIAL_CREDITS: String(credits), SMS_PROMOTION_SUFFIX: suffix };
  const desk = useBulkDesk(engine, env);
  const { list } = desk;
  const queue = (messages: Own[], json: object = {}) => desk.queue({ messages, ...json });
  const refused = (messages: unknown, json: object = {}) => desk.refused({ messages, ...json });
  const texts = (messages: BulkMessage[]) =>
    messages.map(({ to, message, reference }) => [to, message, reference]).sort();

  it('are one job and one charge, each with its reference', async () => {
    const [asha = '', otieno = ''] = newNumbers(2);
    const messages = [
      { to: asha, text: 'Asha, pay 1,200', reference: 'INV-1' },
      { to: otieno, text: 'Otieno, lipa 900', reference: null },
      { to: asha, text: 'Asha, pay 300 too', reference: 'INV-2' },
    ];
    const headers = { 'idempotency-key': 'own' };
    const first = await desk.caller.bulk({ messages, campaign: 'May' }, headers);
    assert.equal(first.status, 202, first.text);
    const turned = messages.map(({ reference, text, to }) => ({ reference, text, to }));
    const again = await desk.caller.bulk({ campaign: 'May', messages: turned }, headers);
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
    const other = await desk.caller.bulk({ campaign: 'May', messages: turned.slice(1) }, headers);
    assert.deepEqual(failureOf(other), [409, 'idempotency_key_reused']);
    assert.equal((await desk.caller.balance()).used, 3);

    const { job_id } = first.body as { job_id: number };
    const stored = await list(`job_id=${job_id}`);
    assert.deepEqual(
      texts(stored),
      [
        [international(asha), 'Asha, pay 1,200', 'INV-1'],
        [international(asha), 'Asha, pay 300 too', 'INV-2'],
        [international(otieno), 'Otieno, lipa 900', null],
      ].sort(),
    );
    const job = (await desk.caller.call('GET', `/jobs/${job_id}`)).body as Record<string, unknown>;
    assert.deepEqual([job['message'], job['redacted'], job['queued']], ['', false, 3]);
    const [found, ...others] = await list('reference=INV-2');
    assert.deepEqual([found?.message, others], ['Asha, pay 300 too', []]);
    const one = await desk.caller.call('GET', `/messages/${found?.message_id}`);
    assert.equal((one.body as BulkMessage).reference, 'INV-2');
    const stranger = await newSmsCaller(desk.server);
    assert.deepEqual((await stranger.call('GET', '/messages?reference=INV-2')).body, []);
  });

  it('take single sends by their reference too', async () => {
    const sent = await desk.caller.send({ to: newNumber(), message: 'Hi', reference: 'R/7' });
    assert.equal(sent.status, 200, sent.text);
    assert.equal((await list('reference=R%2F7')).length, 1);
    for (const reference of ['', 'r'.repeat(101), 7, 'a\nb']) {
      const wrong = await desk.caller.send({ to: newNumber(), message: 'Hi', reference });
      assert.deepEqual(wrongFields(wrong), ['reference']);
    }
  });

  it('leave bad numbers and repeats out, and name what is lost', async () => {
    const [one = '', two = ''] = newNumbers(2);
    const { queued, rejected } = await queue([
      { to: one, text: 'Hi', reference: 'a' },
      { to: `+${international(one)}`, text: 'Hi' },
      { to: one, text: 'Hi', reference: 'b' },
      { to: '0800', text: 'Hi' },
      { to: null, text: 'Hi' },
      { to: two, text: 'Hi', reference: 'a' },
    ]);
    assert.equal(queued, 2);
    const error = 'is not a Kenyan mobile number';
    assert.deepEqual(rejected, [
      { index: 2, to: one, error: 'is sent this text already, by the entry with index 0' },
      { index: 3, to: '0800', error },
      { index: 4, to: null, error },
    ]);
    assert.equal((await desk.caller.balance()).used, 2);
    assert.deepEqual(await refused([{ to: 'x', text: 'Hi' }]), ['messages']);
    assert.deepEqual(await refused([]), ['messages']);
  });

  it('are refused by their places, every wrong field at once', async () => {
    const to = newNumber();
    const wrong: [unknown, string[]][] = [
      ['Hi', ['']],
      [[to, 'Hi'], ['']],
      [null, ['']],
      [{}, ['.text', '.to']],
      [{ to, text: '' }, ['.text']],
      [{ to, text: ' \n' }, ['.text']],
      [{ to, text: 7 }, ['.text']],
      [{ to, text: 'a\u0000' }, ['.text']],
      [{ to, text: 'a'.repeat(919) }, ['.text']],
      [{ to, text: 'ж'.repeat(403) }, ['.text']],
      [{ to, text: 'Hi {nmae}' }, ['.text']],
      [{ to, text: 'Hi', reference: 5 }, ['.reference']],
      [{ to, text: 'Hi', reference: '' }, ['.reference']],
      [{ to, text: 'Hi', reference: 'r'.repeat(101) }, ['.reference']],
      [{ to, text: 'Hi', ref: 'x' }, ['.ref']],
      [{ phone: to, message: 'Hi' }, ['.message', '.phone', '.text', '.to']],
    ];
    const all = wrong.flatMap(([, fields], at) => fields.map((field) => `messages[${at}]${field}`));
    assert.deepEqual((await refused(wrong.map(([entry]) => entry))).sort(), all.sort());
    const { text } = await desk.caller.bulk({ messages: [{ to, text: 'Hi', ref: 'x' }] });
    assert.match(text, /unknown field messages\[0\]\.ref; did you mean reference\?/);
    const many = Array.from({ length: 10_000 }, () => ({ to, text: '' }));
    assert.equal((await refused(many)).length, 100);
    assert.deepEqual(await refused([...many, { to, text: 'Hi' }]), ['messages']);
    assert.equal((await desk.caller.balance()).used, 0);
  });

  it('go in place of the other recipients and of their text', async () => {
    const messages = [{ to: newNumber(), text: 'Hi' }];
    assert.deepEqual(await refused(messages, { to: newNumbers(1) }), ['messages', 'to']);
    assert.deepEqual(await refused(messages, { message: 'Hi' }), ['message']);
    assert.deepEqual(await refused(messages, { group_id: 1, message: 'x' }), [
      'group_id',
      'messages',
    ]);
    assert.deepEqual(await refused(null), ['group_id', 'message', 'to']);
    assert.deepEqual(await refused('Hi'), ['messages']);
    assert.deepEqual(wrongFields(await desk.caller.bulk({ to: newNumbers(1) })), ['message']);
    assert.equal((await queue(messages, { to: null, group_id: null, message: null })).queued, 1);
  });

  it('keep the rules of promotional messages, each with the suffix', async () => {
    const [one = '', gone = ''] = newNumbers(2);
    await desk.caller.owner.call('POST', '/opt-outs', { json: { phones: [gone] } });
    const messages = [
      { to: one, text: 'Offer' },
      { to: gone, text: 'Offer' },
      { to: gone, text: 'Other offer' },
      { to: one, text: `Best offer. ${suffix}` },
    ];
    const { job_id, queued, opted_out } = await queue(messages, { class: 'promotional' });
    assert.deepEqual([queued, opted_out], [2, 2]);
    const stored = (await list(`job_id=${job_id}`)).map(({ message }) => message).sort();
    assert.deepEqual(stored, [`Best offer. ${suffix}`, `Offer ${suffix}`]);
    const long = [{ to: one, text: 'a'.repeat(910) }];
    assert.deepEqual(await refused(long, { class: 'promotional' }), ['messages[0].text']);
    assert.equal((await queue(long, { class: 'transactional' })).queued, 1);
  });

  it('say in a dry run what stands for nothing, which is refused unless it is escaped', async () => {
    const [one = '', two = ''] = newNumbers(2);
    const messages = [
      { to: one, text: 'Hi {nmae}, {balance}' },
      { to: two, text: 'Hi {nmae} ‘x’' },
    ];
    const dry = await desk.caller.bulk({ messages, dry_run: true, smart_encoding: true });
    assert.equal(dry.status, 200, dry.text);
    const said = dry.body as Record<string, unknown>;
    assert.deepEqual(said['unknown_placeholders'], [
      { placeholder: '{nmae}', count: 2, index: 0 },
      { placeholder: '{balance}', count: 1, index: 0 },
    ]);
    const smart = { applied: true, replaced: ['‘', '’'].map((from) => ({ from, to: "'" })) };
    assert.deepEqual(said['smart_encoding'], { ...smart, segments_saved: 0 });
    assert.deepEqual([said['encoding'], said['cost']], ['gsm7', 2]);
    assert.deepEqual(await refused(messages), ['messages[0].text', 'messages[1].text']);
    const sent = await desk.caller.send({ to: one, message: 'Hi {nmae}' });
    assert.deepEqual(wrongFields(sent), ['message']);
    assert.match(sent.text, /has \{nmae\}, which stands for nothing here; \\\\\{nmae\} is sent as/);
    assert.equal((await desk.caller.balance()).used, 0);
    assert.equal((await queue([{ to: one, text: 'Hi \\{nmae} {"a": 1}' }])).queued, 1);
    assert.equal((await desk.caller.send({ to: one, message: 'Send \\{code}' })).status, 200);
    assert.deepEqual(
      (await list(`to=${one}`)).map(({ message }) => message),
      ['Send {code}', 'Hi {nmae} {"a": 1}'],
    );
  });

  it('never show the text of the job once theirs is gone, nor their reference', async () => {
    const [to = '', named = ''] = newNumbers(2);
    const scheduled_at = new Date(desk.server.clock.now + 3_600_000).toISOString();
    const secret = [{ to, text: 'PIN 4711', reference: 'ID 1234' }];
    const { job_id } = await queue(secret, { scheduled_at });
    const group_id = await desk.addContacts([{ phone: named, name: 'Asha' }]);
    const personal = await desk.caller.bulk({ group_id, message: 'Hi {name}', scheduled_at });
    const jobs = [job_id, (personal.body as { job_id: number }).job_id];
    for (const job of jobs) await desk.caller.call('DELETE', `/jobs/${job}`);
    const before = await list('limit=10');
    const ids = before.map(({ message_id }) => Number(message_id));
    assert.equal(await redactMessages(desk.server.db.write, desk.caller.owner.userId, ids), 2);
    for (const { message, redacted, reference } of await list('limit=10')) {
      assert.deepEqual([message, redacted, reference], ['', true, null]);
    }
    assert.deepEqual(await list('reference=ID%201234'), []);
  });

  it('cost what is stored, for any mix', async () => {
    const mix = anyOwnTexts([...newNumbers(6), '0800', '']);
    let expected = 0;
    await fc.assert(
      fc.asyncProperty(mix, async (json) => {
        // A key may be used sixty times a minute.
        desk.server.clock.advance(60_000);
        const dry = await desk.caller.bulk({ ...json, dry_run: true });
        const real = await desk.caller.bulk(json);
        if (real.status !== 202) {
          assert.equal(real.status, 400, real.text);
          return;
        }
        const { job_id, queued } = real.body as { job_id: number; queued: number };
        const { cost, segments } = dry.body as { cost: number; segments: number };
        const stored = await list(`job_id=${job_id}&limit=500`);
        for (const message of stored) {
          const form = encodingToSend(message.message, json.smart_encoding);
          assert.deepEqual(
            [message.segments, message.encoding],
            [form.segments, form.encoding],
            message.message,
          );
        }
        assert.deepEqual([stored.length, cost], [queued, queued]);
        assert.equal(segments, Math.max(...stored.map((each) => each.segments)));
        expected += stored.reduce((sum, each) => sum + each.cost, 0);
        assert.equal((await desk.caller.balance()).used, expected);
      }),
      { numRuns: howMany(8, 25) },
    );
    const ledger = await desk.caller.owner.call('GET', '/ledger?limit=500');
    const charges = (ledger.body as { kind: string; credits: number }[])
      .filter(({ kind }) => kind === 'charge')
      .reduce((sum, each) => sum - each.credits, 0);
    assert.equal(charges, expected);
  });
});
