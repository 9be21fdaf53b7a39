import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { as, limits, sendInVain, sendsPerMinute } from '../../../test/helpers/sms/owner-sends.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import {
  callerOf,
  international,
  newNumber,
  newNumbers,
  newSmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { hourMs } from '../../kit/time/units.ts';

type Sent = { message_id: string; balance: number };
type Message = { message_id: string; job_id: number | null; to: string; status: string };

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const routes = [
  ...['POST /send', 'POST /bulk', 'GET /messages', 'GET /messages/1', 'DELETE /messages/1'],
  ...['GET /jobs', 'GET /jobs/1', 'DELETE /jobs/1'],
];

describeOnBothEngines("the owner's way to messages and jobs", (engine) => {
  let server: TestServer;
  let owner: SmsOwner;
  let call: ReturnType<typeof as>;
  before(async () => {
    server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '10' }, isStill: true });
  });
  after(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
  });
  beforeEach(async () => {
    owner = await newSmsOwner(server);
    call = as(owner);
  });

  const later = () => new Date(server.clock.now + hourMs).toISOString();
  const used = async () => ((await owner.call('GET', '')).body as { used: number }).used;

  it('needs the bearer token: 401 on every path, to a key as well', async () => {
    const { apiKey } = await callerOf(server, owner);
    const strange = [{}, { 'x-api-key': apiKey }, { authorization: `Bearer ${apiKey}` }];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      for (const headers of strange) {
        const answer = await server.request(method, `/v1/account/sms${path}`, { headers });
        assert.deepEqual(failureOf(answer), [401, 'unauthenticated'], route);
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
        assert.deepEqual(limits(answer), [null, null, null]);
      }
    }
  });

  it('is shut from the moment of logging out', async () => {
    await server.request('POST', '/api/auth.php?action=logout', { token: owner.token });
    const answer = await call('POST', '/send', { json: { to: newNumber(), message: 'Hi' } });
    assert.equal(answer.status, 401);
  });

  it('sends, with the trial credits where it is the first thing that is done', async () => {
    const to = newNumber();
    const sent = await call('POST', '/send', { json: { to, message: 'Hi' } });
    assert.equal(sent.status, 200, sent.text);
    const { message_id, ...rest } = sent.body as Sent;
    assert.deepEqual(rest, { success: true, balance: 9, message: 'SMS sent' });
    const message = await call('GET', `/messages/${message_id}`);
    assert.equal((message.body as Message).to, international(to));
    assert.equal((message.body as Message).status, 'sent');
  });

  it('queues a job to numbers or to a group, and says beforehand what it would come to', async () => {
    const group = await newGroup(owner);
    const contacts = [{ phone: newNumber(), name: 'Wanjiku' }];
    await owner.call('POST', `/groups/${group}/contacts`, { json: { contacts } });
    for (const json of [
      { to: newNumbers(1), message: 'Hi \\{name}' },
      { group_id: group, message: 'Hi {name}' },
    ]) {
      const tried = await call('POST', '/bulk', { json: { ...json, dry_run: true } });
      assert.deepEqual([tried.status, (tried.body as { cost: number }).cost], [200, 1]);
      const before = await used();
      const queued = await call('POST', '/bulk', { json });
      assert.equal(queued.status, 202, queued.text);
      assert.equal(await used(), before + 1);
    }
  });

  it('names every wrong field, and refuses what the credits do not cover', async () => {
    assert.deepEqual(wrongFields(await call('POST', '/send', { json: {} })), ['message', 'to']);
    const many = await call('POST', '/bulk', { json: { message: 'Hi', to: newNumbers(11) } });
    assert.deepEqual(failureOf(many), [402, 'insufficient_credits']);
    assert.equal((many.body as Sent).balance, 10);
    assert.equal(await used(), 0);
  });

  it('lists by filters and pages, of which each leads on at its own path', async () => {
    for (let count = 0; count < 3; count += 1) {
      await call('POST', '/send', { json: { to: newNumber(), message: 'Hi' } });
    }
    const json = { to: newNumber(), message: 'Later', scheduled_at: later() };
    const { body } = await call('POST', '/send', { json });
    const waiting = await call('GET', '/messages?status=scheduled');
    assert.deepEqual(
      (waiting.body as Message[]).map(({ message_id }) => message_id),
      [(body as Sent).message_id],
    );
    const page = await call('GET', '/messages?limit=3');
    assert.equal((page.body as Message[]).length, 3);
    assert.match(nextPage(page) ?? '', /^\/v1\/account\/sms\/messages\?limit=3&before=\d+$/);
    const next = await server.request('GET', nextPage(page) ?? '', { token: owner.token });
    assert.equal((next.body as Message[]).length, 1);
    assert.deepEqual(wrongFields(await call('GET', '/messages?limit=501')), ['limit']);
  });

  it('cancels a message and a job, and gives the credits back', async () => {
    const one = { to: newNumber(), message: 'Hi', scheduled_at: later() };
    const sent = await call('POST', '/send', { json: one });
    const queued = await call('POST', '/bulk', { json: { ...one, to: newNumbers(3) } });
    assert.equal(await used(), 4);
    const paths = [
      `/messages/${(sent.body as Sent).message_id}`,
      `/jobs/${(queued.body as { job_id: number }).job_id}`,
    ];
    for (const path of paths) {
      const cancelled = await call('DELETE', path);
      assert.equal(cancelled.status, 200, cancelled.text);
      assert.deepEqual((await call('GET', path)).body, cancelled.body);
      assert.deepEqual(failureOf(await call('DELETE', path)), [409, 'nothing_to_cancel']);
    }
    assert.equal(await used(), 0);
  });

  it('shows what programs sent, and programs what the owner sent', async () => {
    const program = await callerOf(server, owner);
    const json = { to: newNumber(), message: 'Hi' };
    const [mine, its] = [await call('POST', '/send', { json }), await program.send(json)];
    for (const { body } of [mine, its]) {
      const path = `/messages/${(body as Sent).message_id}`;
      const seen = await call('GET', path);
      assert.equal(seen.status, 200);
      assert.equal((await program.call('GET', path)).text, seen.text);
    }
    assert.equal(
      (await call('GET', '/messages')).text,
      (await program.call('GET', '/messages')).text,
    );
  });

  it("is 404 for another account's messages and jobs", async () => {
    const stranger = await newSmsCaller(server);
    const json = { to: newNumber(), message: 'Hi', scheduled_at: later() };
    const sent = await stranger.send(json);
    const queued = await stranger.bulk({ ...json, to: newNumbers(1) });
    for (const method of ['GET', 'DELETE']) {
      const message = await call(method, `/messages/${(sent.body as Sent).message_id}`);
      assert.equal(message.status, 404);
      const job = await call(method, `/jobs/${(queued.body as { job_id: number }).job_id}`);
      assert.equal(job.status, 404);
    }
    assert.deepEqual((await call('GET', '/messages')).body, []);
    assert.equal((await stranger.balance()).used, 2);
  });

  it("keeps the Idempotency-Key, which is the account's and of one path", async () => {
    const json = { to: newNumber(), message: 'Hi' };
    const first = await call('POST', '/send', { json, ...keyed('once') });
    const again = await call('POST', '/send', { json, ...keyed('once') });
    assert.deepEqual([again.status, again.text], [200, first.text]);
    const many = { json: { ...json, to: newNumbers(2) }, ...keyed('many') };
    const queued = await call('POST', '/bulk', many);
    assert.deepEqual((await call('POST', '/bulk', many)).text, queued.text);
    const program = await callerOf(server, owner);
    const elsewhere = await program.send(json, keyed('once').headers);
    assert.deepEqual(failureOf(elsewhere), [409, 'idempotency_key_reused']);
    assert.equal(await used(), 3);
  });

  it('may send 600 times a minute, whatever becomes of it, and read as often as it likes', async () => {
    const first = await call('POST', '/bulk', { json: {} });
    assert.deepEqual(limits(first), ['600', '599', '60']);
    server.clock.advance(20_500);
    const statuses = await sendInVain(call, sendsPerMinute - 2);
    assert.deepEqual([...new Set(statuses)], [400]);
    const json = { to: newNumber(), message: 'Hi' };
    const last = await call('POST', '/send', { json });
    assert.deepEqual([last.status, ...limits(last)], [200, '600', '0', '40']);
    const refused = await call('POST', '/send', { json });
    assert.deepEqual(refused.body, {
      success: false,
      error: 'Rate limit exceeded: 600 sends per minute per account.',
      code: 'too_many_requests',
      retry_after: 40,
    });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '40');
    assert.equal((await call('POST', '/bulk', { json })).status, 429);
    const list = await call('GET', '/messages');
    assert.deepEqual([list.status, ...limits(list)], [200, null, null, null]);
    assert.equal(await used(), 1);

    const other = await as(await newSmsOwner(server))('POST', '/send', { json });
    assert.deepEqual([other.status, ...limits(other)], [200, '600', '599', '60']);
    const program = await (await callerOf(server, owner)).send(json);
    assert.deepEqual([program.status, ...limits(program)], [200, '60', '59', '60']);
    server.clock.advance(39_500);
    assert.deepEqual(limits(await call('POST', '/send', { json })), ['600', '599', '60']);
  });

  it('leaves the way of programs as it is: they have no list of jobs', async () => {
    const program = await callerOf(server, owner);
    assert.equal((await program.call('GET', '/jobs')).status, 404);
  });
});
