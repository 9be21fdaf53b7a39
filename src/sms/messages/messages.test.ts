import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  international,
  newNumber,
  newNumbers,
  newSmsCaller,
  type SmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { hourMs } from '../../kit/time/units.ts';

type Message = { message_id: string; status: string; to: string; job_id: number | null };

// decisions.md: GET and DELETE of messages and jobs.
describeOnBothEngines('messages and jobs', (engine) => {
  let server: TestServer;
  let caller: SmsCaller;
  let stranger: SmsCaller;
  before(async () => {
    server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '5000' } });
  });
  after(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
  });
  beforeEach(async () => {
    caller = await newSmsCaller(server);
    stranger = await newSmsCaller(server);
  });

  const at = (offset: number) => new Date(server.clock.now + offset).toISOString();
  const send = async (json: object = {}): Promise<string> => {
    const { status, body, text } = await caller.send({ to: newNumber(), message: 'Hi', ...json });
    assert.equal(status, 200, text);
    return (body as Message).message_id;
  };
  const bulk = async (json: object): Promise<number> => {
    const { status, body, text } = await caller.bulk({ message: 'Hi all', ...json });
    assert.equal(status, 202, text);
    return (body as { job_id: number }).job_id;
  };
  const list = async (query = ''): Promise<Message[]> => {
    const { status, body, text } = await caller.call('GET', `/messages${query}`);
    assert.equal(status, 200, text);
    return body as Message[];
  };

  it('shows a message with every field', async () => {
    const to = newNumber();
    const id = await send({ to, message: 'Habari', class: 'promotional' });
    const { status, body } = await caller.call('GET', `/messages/${id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      message_id: id,
      job_id: null,
      to: international(to),
      reference: null,
      message: 'Habari',
      redacted: false,
      class: 'promotional',
      status: 'sent',
      segments: 1,
      encoding: 'gsm7',
      cost: 1,
      error: null,
      attempts: 1,
      scheduled_at: null,
      created_at: at(0),
      sent_at: at(0),
      delivered_at: null,
      simulated: true,
    });
  });

  it('is 404 to anybody else, and for what is no id', async () => {
    const id = await send();
    const job = await bulk({ to: newNumbers(1), scheduled_at: at(hourMs) });
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await stranger.call(method, `/messages/${id}`)).status, 404);
      assert.equal((await stranger.call(method, `/jobs/${job}`)).status, 404);
      for (const wrong of ['0', '-1', '1.5', 'abc', '99999999999999999999', '987654']) {
        assert.equal((await caller.call(method, `/messages/${wrong}`)).status, 404, wrong);
      }
      assert.equal((await caller.call(method, '/jobs/987654')).status, 404);
      assert.deepEqual(wrongFields(await caller.call(method, '/jobs/abc')), ['job_id']);
    }
    assert.equal((await caller.call('PUT', `/messages/${id}`)).status, 405);
    assert.deepEqual((await stranger.call('GET', '/messages')).body, []);
  });

  it('lists messages newest first, by pages', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await send());
    const seen: string[] = [];
    let path: string | undefined = '/v1/sms/messages?limit=2';
    while (path !== undefined) {
      const page = await caller.call('GET', path.replace('/v1/sms', ''));
      seen.push(...(page.body as Message[]).map(({ message_id }) => message_id));
      path = nextPage(page);
    }
    assert.deepEqual(seen, ids);
  });

  it('filters by status, number, job, campaign and time', async () => {
    const to = newNumber();
    const early = await send({ to });
    server.clock.advance(hourMs);
    const late = await send({ scheduled_at: at(hourMs) });
    const job = await bulk({ to: [to], campaign: 'Rains & floods', scheduled_at: at(hourMs) });
    const ids = async (query: string) => (await list(query)).map((each) => each.message_id);
    const inJob = await ids(`?job_id=${job}`);
    assert.equal(inJob.length, 1);
    assert.deepEqual(await ids('?status=scheduled'), [...inJob, late]);
    assert.deepEqual(await ids(`?to=${encodeURIComponent(`+${international(to)}`)}`), [
      ...inJob,
      early,
    ]);
    assert.deepEqual(await ids(`?campaign=${encodeURIComponent('Rains & floods')}`), inJob);
    assert.deepEqual(await ids('?campaign=rains'), []);
    const now = encodeURIComponent(at(0));
    assert.deepEqual(await ids(`?from=${now}`), [...inJob, late]);
    assert.deepEqual(await ids(`?until=${now}`), [early]);
    assert.deepEqual(await ids(`?from=${now}&status=sent`), []);
  });

  it('names every wrong filter', async () => {
    const wrong = [
      ...[
        'status=new',
        'status=SENT',
        'to=abc',
        'to=',
        'job_id=0',
        'job_id=x',
        'campaign=',
        'campaign=a%00',
      ],
      ...['from=yesterday', 'until=2026-11-21', 'limit=0', 'limit=501', 'limit=x', 'before=0'],
    ];
    for (const query of wrong) {
      const answer = await caller.call('GET', `/messages?${query}`);
      assert.deepEqual(wrongFields(answer), [query.split('=')[0]], query);
    }
    const all = await caller.call('GET', '/messages?to=x&from=x&until=x');
    assert.deepEqual(wrongFields(all), ['from', 'to', 'until']);
    assert.equal((await list('?limit=500')).length, 0);
  });

  it('cancels a scheduled message and gives its credit back, once', async () => {
    const id = await send({ scheduled_at: at(hourMs) });
    assert.equal((await caller.balance()).used, 1);
    const cancelled = await caller.call('DELETE', `/messages/${id}`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal((cancelled.body as Message).status, 'cancelled');
    assert.equal((await caller.balance()).used, 0);
    const again = await caller.call('DELETE', `/messages/${id}`);
    assert.deepEqual(failureOf(again), [409, 'nothing_to_cancel']);
    assert.equal((await caller.balance()).used, 0);
    server.clock.advance(2 * hourMs);
    await send();
    assert.equal((await list('?status=cancelled')).length, 1);
  });

  it('does not cancel what was sent', async () => {
    const id = await send();
    const answer = await caller.call('DELETE', `/messages/${id}`);
    assert.deepEqual(failureOf(answer), [409, 'nothing_to_cancel']);
    assert.equal((await caller.balance()).used, 1);
  });

  it('shows a job with the states of its messages', async () => {
    const to = newNumbers(3);
    const job = await bulk({ to, campaign: 'May', class: 'promotional', scheduled_at: at(hourMs) });
    const [first] = await list(`?job_id=${job}&limit=1`);
    await caller.call('DELETE', `/messages/${first?.message_id}`);
    const { status, body } = await caller.call('GET', `/jobs/${job}`);
    assert.equal(status, 200);
    const { counts, ...rest } = body as { counts: Record<string, number> };
    assert.deepEqual(rest, {
      job_id: job,
      campaign: 'May',
      class: 'promotional',
      message: 'Hi all',
      redacted: false,
      queued: 3,
      scheduled_at: at(hourMs),
      created_at: at(0),
      finished_at: null,
    });
    assert.deepEqual([counts['scheduled'], counts['cancelled'], counts['sent']], [2, 1, 0]);
    assert.equal(Object.keys(counts).length, 10);
  });

  it('cancels what was not sent of a job, thousands at once, and gives all credits back', async () => {
    const job = await bulk({ to: newNumbers(2500), scheduled_at: at(hourMs) });
    assert.equal((await caller.balance()).balance, 2500);
    const { status, body, text } = await caller.call('DELETE', `/jobs/${job}`);
    assert.equal(status, 200, text);
    const { counts, finished_at } = body as {
      counts: Record<string, number>;
      finished_at: string | null;
    };
    assert.equal(counts['cancelled'], 2500);
    assert.equal(finished_at, at(0));
    assert.equal((await caller.balance()).balance, 5000);
    const again = await caller.call('DELETE', `/jobs/${job}`);
    assert.deepEqual(failureOf(again), [409, 'nothing_to_cancel']);
  });

  it('cancels thousands while some of them are being claimed', async (test) => {
    if (engine === 'sqlite') return test.diagnostic('SQLite has one writer');
    const job = await bulk({ to: newNumbers(1200), scheduled_at: at(hourMs) });
    await server.db.transaction(async (trx) => {
      const claimed = trx
        .selectFrom('sms_messages')
        .select('id')
        .where('job_id', '=', job)
        .orderBy('id')
        .limit(20);
      await trx
        .updateTable('sms_messages')
        .set({ status: 'sending' })
        .where('id', 'in', claimed)
        .execute();
      const { status, body, text } = await caller.call('DELETE', `/jobs/${job}`);
      assert.equal(status, 200, text);
      assert.equal((body as { counts: Record<string, number> }).counts['cancelled'], 1180);
      // They are put back, so that the account's figures add up.
      await trx
        .updateTable('sms_messages')
        .set({ status: 'scheduled' })
        .where('id', 'in', claimed)
        .execute();
    });
    await caller.call('DELETE', `/jobs/${job}`);
    assert.equal((await caller.balance()).used, 0);
  });

  it('refunds once where two cancel at the same time', async () => {
    const job = await bulk({ to: newNumbers(300), scheduled_at: at(hourMs) });
    const [first] = await list(`?job_id=${job}&limit=1`);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => caller.call('DELETE', `/jobs/${job}`)),
      caller.call('DELETE', `/messages/${first?.message_id}`),
    ]);
    for (const { status, text } of answers) assert.ok([200, 409].includes(status), text);
    assert.equal((await caller.balance()).used, 0);
  });
});
