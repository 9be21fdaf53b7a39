import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
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
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../../../test/helpers/smsc/africas-talking-peer.ts';

// decisions.md: "if the provider refuses or cannot be reached, the credit is given back".
describeOnBothEngines('a provider that does not take a message', (engine) => {
  let peer: AfricasTalkingPeer;
  let server: TestServer;
  let caller: SmsCaller;
  before(async () => {
    peer = await startAfricasTalkingPeer();
    server = await startTestServer({ engine, env: atEnv() });
  });
  const atEnv = () => ({
    AT_USERNAME: peer.username,
    AT_API_KEY: peer.apiKey,
    AT_URL: peer.url,
    AT_DEADLINE_SECONDS: '0.5',
  });
  after(async () => {
    await server.stop();
    await peer.close();
  });
  beforeEach(async () => {
    caller = await newSmsCaller(server);
  });
  afterEach(async () => {
    peer.answerWith(undefined);
    await assertDoctorClean(server.db);
  });

  it('refuses: 502 with the balance, the credit given back, the message failed', async () => {
    const to = newNumber();
    peer.statusOf.set(`+${international(to)}`, 403);
    const answer = await caller.send({ to, message: 'Hi' });
    assert.deepEqual(failureOf(answer), [502, 'not_sent']);
    // It would be refused again.
    assert.equal(answer.headers.get('retry-after'), null);
    const { balance, error } = answer.body as { balance: number; error: string };
    assert.equal(balance, 25);
    assert.match(error, /^The SMS was not sent and its credit was given back: .+\.$/);
    assert.deepEqual(await caller.balance(), { balance: 25, quota: 25, used: 0 });
    const { body } = await caller.call('GET', '/messages?status=failed');
    const [message] = body as { to: string; error: string }[];
    assert.equal(message?.to, international(to));
    assert.ok(message?.error);
    const ledger = await caller.owner.call('GET', '/ledger');
    const kinds = (ledger.body as { kind: string; credits: number }[]).map(
      ({ kind, credits }) => `${kind} ${credits}`,
    );
    assert.deepEqual(kinds, ['refund 1', 'charge -1', 'grant 25']);
  });

  it('does not keep that failure for an Idempotency-Key: the next try is a new one', async () => {
    const to = newNumber();
    const headers = { 'idempotency-key': 'again' };
    const number = `+${international(to)}`;
    peer.statusOf.set(number, 403);
    assert.equal((await caller.send({ to, message: 'Hi' }, headers)).status, 502);
    peer.statusOf.delete(number);
    const second = await caller.send({ to, message: 'Hi' }, headers);
    assert.equal(second.status, 200, second.text);
    assert.deepEqual(
      await caller.send({ to, message: 'Hi' }, headers).then(({ body }) => body),
      second.body,
    );
    assert.equal((await caller.balance()).used, 1);
  });

  it('never answers: charged once, `SMS queued`, and the state says that nobody knows', async () => {
    peer.answerWith(() => {});
    const json = { to: newNumber(), message: 'Hi', class: 'promotional' };
    const headers = { 'idempotency-key': 'lost' };
    const answer = await caller.send(json, headers);
    assert.equal(answer.status, 200, answer.text);
    const { message_id, balance, message } = answer.body as Record<string, unknown>;
    assert.deepEqual([balance, message], [24, 'SMS queued']);
    const shown = await caller.call('GET', `/messages/${message_id}`);
    assert.equal((shown.body as { status: string }).status, 'unknown');
    const calls = peer.calls.length;
    assert.deepEqual((await caller.send(json, headers)).body, answer.body);
    assert.equal(peer.calls.length, calls);
  });

  it('is throttled for longer than a caller waits: 502, the reason, when to come back, no charge', async () => {
    const alone = await startTestServer({ engine, env: atEnv() });
    const caller = await newSmsCaller(alone);
    const calls = peer.calls.length;
    peer.answerWith((response) => response.writeHead(429, { 'retry-after': '30' }).end());
    const answer = await caller.send({ to: newNumber(), message: 'Hi' });
    assert.deepEqual(failureOf(answer), [502, 'not_sent']);
    const body = answer.body as { error: string; retry_after: number; balance: number };
    assert.match(body.error, /no turn in time.+status 429/);
    assert.deepEqual([body.retry_after, answer.headers.get('retry-after')], [30, '30']);
    assert.equal(body.balance, 25);
    assert.equal((await caller.balance()).used, 0);
    // While it rests, nobody asks it, and the answer is the same.
    assert.deepEqual(failureOf(await caller.send({ to: newNumber(), message: 'Hi' })), [
      502,
      'not_sent',
    ]);
    assert.equal(peer.calls.length, calls + 1);
    await assertDoctorClean(alone.db);
    await alone.stop();
  });

  it('cannot be reached: 502 and the credit given back', async () => {
    const alone = await startTestServer({
      engine,
      env: { AT_USERNAME: 'sandbox', AT_API_KEY: 'k', AT_URL: 'http://127.0.0.1:1/' },
    });
    const other = await newSmsCaller(alone);
    const answer = await other.send({ to: newNumber(), message: 'Hi' });
    assert.deepEqual(failureOf(answer), [502, 'not_sent']);
    assert.equal((await other.balance()).used, 0);
    await assertDoctorClean(alone.db);
    await alone.stop();
  });
});
