import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../test/helpers/http/smtp-peer.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import { queueMessages } from '../../../test/helpers/sms/outbox.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { newNumber, newSmsCaller, type SmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { updateRole } from '../../accounts/queries.ts';
import { hourMs } from '../../kit/time/units.ts';
import { saveSuspension } from './queries.ts';

const reason = 'The bill of May is open.';

describeOnBothEngines('a suspended account', (engine) => {
  let peer: SmtpPeer;
  let server: TestServer;
  let admin: SmsOwner;
  before(async () => {
    peer = await startSmtpPeer();
    const env = { SMTP_URL: peer.url, RESET_DELIVERY: 'email', SMS_TRIAL_SENDS: 'real' };
    server = await startTestServer({ engine, env });
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });
  after(async () => {
    await assertDoctorClean(server.db);
    await server.stop();
    await peer.close();
  });

  const pathOf = (id: number | string) => `/v1/admin/accounts/${id}/suspension`;
  const suspend = ({ userId }: SmsOwner, why = reason) =>
    server.request('PUT', pathOf(userId), { token: admin.token, json: { reason: why } });
  const resume = ({ userId }: SmsOwner) =>
    server.request('DELETE', pathOf(userId), { token: admin.token });
  const statusOf = async ({ call }: SmsCaller, id: string) =>
    ((await call('GET', `/messages/${id}`)).body as { status: string }).status;
  /** The next mail to somebody; those to others are passed over. */
  const mailed = async (email: string): Promise<string> => {
    for (;;) {
      const { to, content } = await peer.nextMail();
      // Lines that quoted-printable has broken.
      if (to === email) return content.replaceAll('=\r\n', '');
    }
  };

  it('sends nothing and says why, by a key and by hand, and is read as ever', async () => {
    const caller = await newSmsCaller(server);
    const { owner } = caller;
    const first = await caller.send({ to: newNumber(), message: 'Hi' }, { 'idempotency-key': 'a' });
    const answer = await suspend(owner);
    assert.equal(answer.status, 200, answer.text);
    const since = new Date(server.clock.now).toISOString();
    const { suspended, id } = answer.body as { suspended: object; id: string };
    assert.deepEqual([id, suspended], [String(owner.userId), { since, reason }]);

    const to = newNumber();
    const refused = [
      await caller.send({ to, message: 'Hi' }),
      await caller.bulk({ to: [to], message: 'Hi' }),
      await caller.bulk({ to: [to], message: 'Hi', dry_run: true }),
      await owner.call('POST', '/sms/send', { json: { to, message: 'Hi' } }),
      await owner.call('POST', '/sms/bulk', { json: { to: [to], message: 'Hi' } }),
    ];
    for (const each of refused) {
      assert.deepEqual(failureOf(each), [403, 'account_suspended']);
      const { error, reason: said } = each.body as { error: string; reason: string };
      assert.equal(error, `This account is suspended and sends nothing: ${reason}`);
      assert.equal(said, reason);
    }
    const { message_id } = first.body as { message_id: string };
    assert.equal((await caller.call('GET', `/messages/${message_id}`)).status, 200);
    assert.equal((await caller.balance()).used, 1);
    assert.equal((await owner.call('POST', '/groups', { json: { name: 'Ours' } })).status, 201);
    const account = await owner.call('GET', '');
    assert.deepEqual((account.body as { suspended: object }).suspended, { since, reason });
    // What was answered before is answered again.
    const again = await caller.send({ to: newNumber(), message: 'Hi' }, { 'idempotency-key': 'b' });
    assert.equal(again.status, 403);

    const other = await newSmsCaller(server);
    assert.equal((await other.send({ to, message: 'Hi' })).status, 200);
    assert.equal((await resume(owner)).status, 200);
    assert.equal((await caller.send({ to, message: 'Hi' })).status, 200);
  });

  it('has its waiting messages held, and sent once it is let go', async () => {
    const caller = await newSmsCaller(server);
    const scheduled_at = new Date(server.clock.now + hourMs).toISOString();
    const sent = await caller.send({ to: newNumber(), message: 'Later', scheduled_at });
    const { message_id } = sent.body as { message_id: string };
    await suspend(caller.owner);
    server.clock.advance(2 * hourMs);
    const other = await newSmsCaller(server);
    const due = new Date(server.clock.now - 1000).toISOString();
    const json = { to: [newNumber()], message: 'Now', scheduled_at: due };
    const { job_id } = (await other.bulk(json)).body as { job_id: number };
    await until(async () => {
      const { body } = await other.call('GET', `/jobs/${job_id}`);
      return (body as { finished_at: string | null }).finished_at !== null;
    });
    assert.equal(await statusOf(caller, message_id), 'scheduled');
    const { text } = await server.request('GET', '/metrics');
    assert.match(text, /^kisima_sms_outbox_messages 0$/m);
    await resume(caller.owner);
    await until(async () => ['sent', 'delivered'].includes(await statusOf(caller, message_id)));
  });

  it('is suspended by administrators alone, for a reason, and entered in the audit', async () => {
    const owner = await newSmsOwner(server);
    const { userId, email } = owner;
    for (const method of ['PUT', 'DELETE']) {
      const json = method === 'PUT' ? { json: { reason } } : {};
      assert.equal((await server.request(method, pathOf(userId), json)).status, 401);
      const own = await server.request(method, pathOf(userId), { token: owner.token, ...json });
      assert.deepEqual(failureOf(own), [404, 'not_found']);
      const none = await server.request(method, pathOf(987_654), { token: admin.token, ...json });
      assert.deepEqual(failureOf(none), [404, 'not_found']);
      const wrong = await server.request(method, pathOf('x'), { token: admin.token, ...json });
      assert.deepEqual(wrongFields(wrong), ['id']);
    }
    for (const why of ['', ' ', 'x'.repeat(201)]) {
      assert.deepEqual(wrongFields(await suspend(owner, why)), ['reason']);
    }
    assert.equal((await suspend(owner, 'x'.repeat(200))).status, 200);
    await suspend(owner);
    await suspend(owner);
    await resume(owner);
    const resumed = await resume(owner);
    assert.ok(!('suspended' in (resumed.body as object)));
    const path = `/v1/admin/audit?email=${encodeURIComponent(email)}`;
    const audit = await server.request('GET', path, { token: admin.token });
    assert.deepEqual(
      (audit.body as { action: string; facts: object }[]).map(({ action, facts }) => [
        action,
        facts,
      ]),
      [
        ['account_resumed', {}],
        ['account_suspended', { reason }],
        ['account_suspended', { reason: 'x'.repeat(200) }],
      ],
    );
  });

  it('has its owner mailed of it', async () => {
    const owner = await newSmsOwner(server);
    await suspend(owner);
    assert.match(
      await mailed(owner.email),
      /suspended your SMS account: The bill of May is open\./,
    );
    await resume(owner);
    assert.match(await mailed(owner.email), /no longer suspended/);
  });

  it('makes alerts of the water service fail with the true reason', async () => {
    const owner = await newSmsOwner(server);
    const notify = (action: string, json?: object) =>
      server.request(json ? 'POST' : 'GET', `/api/notifications.php?action=${action}`, {
        token: owner.token,
        ...(json && { json }),
      });
    await notify('verify-phone', { phone: '0712345678' });
    const { body } = await server.db.read
      .selectFrom('sms_messages')
      .select('body')
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    await notify('confirm-phone', { code: /\d{6}/.exec(body ?? '')?.[0] });
    await suspend(owner);
    assert.equal((await notify('test', { channel: 'sms' })).status, 201);
    type Line = { error: string | null; channel: string };
    const failed = await until(async () => {
      const lines = (await notify('history')).body as Line[];
      return lines.find(({ channel, error }) => channel === 'sms' && error !== null);
    });
    assert.equal(failed.error, `the SMS account is suspended: ${reason}`);
    server.clock.advance(2 * 60_000);
    const asked = await notify('verify-phone', { phone: '0712345678' });
    assert.deepEqual(failureOf(asked), [502, 'sms_not_sent']);
    assert.match((asked.body as { error: string }).error, /suspended: The bill of May is open/);
  });
});

describeOnBothEngines('the outbox beside suspended accounts', (engine) => {
  const bench = useDispatchBench(engine);

  it('serves everybody else as if they were not there', async () => {
    const row = { quota: 0, used: 0, created_at: 1 };
    for (const user_id of [1, 2, 3]) {
      await bench.db.write
        .insertInto('sms_accounts')
        .values({ user_id, ...row })
        .execute();
    }
    for (const user_id of [1, 3])
      await saveSuspension(bench.db.write, user_id, { since: 1, reason });
    for (const user_id of [1, 2, 3]) {
      await queueMessages(bench.db, 30, { user_id });
      await queueMessages(bench.db, 1, { user_id, priority: 0 });
    }
    await bench.run();
    assert.deepEqual(new Set(bench.provider.taken.map(({ userId }) => userId)), new Set([2]));
    assert.equal(bench.provider.taken.length, 31);
    await saveSuspension(bench.db.write, 3, undefined);
    await bench.run();
    assert.equal(bench.provider.taken.length, 62);
    assert.ok(bench.provider.taken.every(({ userId }) => userId !== 1));
  });
});
