import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { chargeCredits, refundMessages } from '../credits/credits.ts';

describeOnBothEngines('the account', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
  });

  it('begins with its trial credits', async () => {
    const { status, body } = await owner.call('GET', '');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      email: owner.email,
      balance: 25,
      quota: 25,
      used: 0,
      simulated: false,
      low_balance: null,
      is_low: false,
    });
  });

  it('begins once, however many ask first', async () => {
    const somebody = await newSmsOwner(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => somebody.call('GET', '')));
    for (const { body } of answers) assert.equal((body as { quota: number }).quota, 25);
    assert.equal(((await somebody.call('GET', '/ledger')).body as unknown[]).length, 1);
  });

  it('has a ledger, newest first', async () => {
    const somebody = await newSmsOwner(server);
    const { userId } = somebody;
    await somebody.call('GET', '');
    const now = server.clock.now;
    await server.db.transaction(async (trx) => {
      await chargeCredits(trx, { userId, credits: 1, messageId: 71, now });
      await chargeCredits(trx, { userId, credits: 20, jobId: 72, now });
      await refundMessages(trx, [{ id: 71, user_id: userId, cost: 1 }], now);
    });
    const { status, body } = await somebody.call('GET', '/ledger');
    assert.equal(status, 200);
    const shown = (body as { id: number }[]).map(({ id: _id, ...entry }) => entry);
    const created_at = '2026-11-21T08:00:00.000Z';
    const none = { message_id: null, job_id: null, note: null, created_at };
    assert.deepEqual(shown, [
      { ...none, kind: 'refund', credits: 1, message_id: '71' },
      { ...none, kind: 'charge', credits: -20, job_id: 72 },
      { ...none, kind: 'charge', credits: -1, message_id: '71' },
      { ...none, kind: 'grant', credits: 25, note: 'Trial credits' },
    ]);
    const account = await somebody.call('GET', '');
    assert.deepEqual(account.body, {
      email: somebody.email,
      balance: 5,
      quota: 25,
      used: 20,
      simulated: false,
      low_balance: null,
      is_low: false,
    });

    const paged: unknown[] = [];
    for (let path: string | undefined = '/v1/account/ledger?limit=3'; path; ) {
      const page = await server.request('GET', path, { token: somebody.token });
      paged.push(...(page.body as unknown[]));
      path = nextPage(page);
    }
    assert.deepEqual(paged, body);
    const wrong = await somebody.call('GET', '/ledger?limit=501&before=x');
    assert.deepEqual(wrongFields(wrong), ['before', 'limit']);
    assert.deepEqual(wrongFields(await somebody.call('GET', '/ledger?limit=0')), ['limit']);
  });

  it('has a ledger of its own', async () => {
    const { body } = await (await newSmsOwner(server)).call('GET', '/ledger');
    assert.deepEqual(body, []);
  });

  it('has no quiet hours until its owner sets them', async () => {
    const somebody = await newSmsOwner(server);
    const put = (json: unknown) => somebody.call('PUT', '/settings', { json });
    const rest = {
      default_class: 'transactional',
      timezone: 'Africa/Nairobi',
      smart_encoding: false,
      low_balance: null,
    };
    const before = await somebody.call('GET', '/settings');
    assert.deepEqual([before.status, before.body], [200, { quiet_hours: null, ...rest }]);

    const quiet_hours = { from: '18:00', until: '08:05' };
    const set = await put({ quiet_hours });
    assert.deepEqual([set.status, set.body], [200, { quiet_hours, ...rest }]);
    assert.deepEqual((await put({})).body, { quiet_hours, ...rest });
    assert.deepEqual((await somebody.call('GET', '/settings')).body, { quiet_hours, ...rest });
    const row = await server.db.read
      .selectFrom('sms_accounts')
      .select(['quiet_from', 'quiet_until'])
      .where('user_id', '=', somebody.userId)
      .executeTakeFirst();
    assert.deepEqual(row, { quiet_from: 1080, quiet_until: 485 });

    assert.deepEqual((await put({ quiet_hours: null })).body, { quiet_hours: null, ...rest });
    const edges = { from: '00:00', until: '23:59' };
    assert.deepEqual((await put({ quiet_hours: edges })).body, { quiet_hours: edges, ...rest });
  });

  it('names what is wrong with quiet hours', async () => {
    const wrongIn = async (quiet_hours: unknown) =>
      wrongFields(await owner.call('PUT', '/settings', { json: { quiet_hours } }));
    assert.deepEqual(await wrongIn({ from: '24:00', until: '8:00' }), [
      'quiet_hours.from',
      'quiet_hours.until',
    ]);
    assert.deepEqual(await wrongIn({ from: '18:60' }), ['quiet_hours.from', 'quiet_hours.until']);
    assert.deepEqual(await wrongIn({ from: '18:00', until: '18:00' }), ['quiet_hours.until']);
    assert.deepEqual(await wrongIn('18:00-08:00'), ['quiet_hours']);
    const { body } = await owner.call('PUT', '/settings', {
      json: { quiet_hours: { from: 'six', until: '08:00' } },
    });
    assert.deepEqual((body as { errors: unknown }).errors, [
      { field: 'quiet_hours.from', message: 'must be a time such as 18:00' },
    ]);
  });

  it('needs a bearer token', async () => {
    for (const path of ['', '/ledger', '/settings', '/senders']) {
      assert.equal((await owner.call('GET', path, { token: undefined })).status, 401, path);
    }
    const { status } = await owner.call('PUT', '/settings', { token: undefined, json: {} });
    assert.equal(status, 401);
  });
});

describeOnBothEngines('an account without trial credits', (engine) => {
  it('begins empty', async () => {
    const server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '0' } });
    try {
      const owner = await newSmsOwner(server);
      const { body } = await owner.call('GET', '');
      assert.deepEqual(body, {
        email: owner.email,
        balance: 0,
        quota: 0,
        used: 0,
        simulated: false,
        low_balance: null,
        is_low: false,
      });
      assert.deepEqual((await owner.call('GET', '/ledger')).body, []);
    } finally {
      await server.stop();
    }
  });
});
