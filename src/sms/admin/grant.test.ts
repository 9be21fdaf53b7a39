import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useAdminDesk } from '../../../test/helpers/sms/admin-desk.ts';
import { newSmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { updateRole } from '../../accounts/queries.ts';

describeOnBothEngines('granting credits', (engine) => {
  const desk = useAdminDesk(engine);
  const { server, ask } = desk;

  it('credits an account, also one that did not begin yet', async () => {
    const { email, call } = await newSmsOwner(server);
    const grant = { email: email.toUpperCase(), credits: 100, note: 'M-Pesa QK7' };
    const first = await ask('POST', '/credits', grant);
    assert.equal(first.status, 201);
    const counts = { balance: 125, quota: 125, used: 0 };
    assert.deepEqual(first.body, { ...grant, email, ...counts });
    const second = await ask('POST', '/credits', { email, credits: 1_000_000_000 });
    assert.deepEqual((second.body as { note: null }).note, null);
    const { body } = await call('GET', '');
    const credits = { balance: 1_000_000_125, quota: 1_000_000_125, used: 0 };
    assert.deepEqual(body, {
      email,
      ...credits,
      simulated: false,
      low_balance: null,
      is_low: false,
    });
    const ledger = (await call('GET', '/ledger')).body as { credits: number; note: string }[];
    assert.deepEqual(
      ledger.map(({ credits, note }) => [credits, note]),
      [
        [1_000_000_000, null],
        [100, 'M-Pesa QK7'],
        [25, 'Trial credits'],
      ],
    );
  });

  it('takes back what is unused of a grant by mistake, once for each Idempotency-Key', async () => {
    const { email, call } = await newSmsOwner(server);
    await ask('POST', '/credits', { email, credits: 10_000, note: 'M-Pesa QK7' });
    const json = { email, credits: -9000, note: 'one zero too many' };
    const headers = { 'idempotency-key': 'QR1' };
    for (const _ of [1, 2]) {
      const options = { token: desk.admin.token, json, headers };
      const { status, body } = await server.request('POST', '/v1/admin/credits', options);
      const counts = { balance: 1025, quota: 1025, used: 0 };
      assert.deepEqual([status, body], [201, { ...json, ...counts }]);
    }
    const over = await ask('POST', '/credits', { email, credits: -1026 });
    assert.deepEqual(failureOf(over), [409, 'credits_used']);
    assert.equal((over.body as { balance: number }).balance, 1025);
    assert.equal((await ask('POST', '/credits', { email, credits: -1025 })).status, 201);
    assert.deepEqual(failureOf(await ask('POST', '/credits', { email, credits: -1 })), [
      409,
      'credits_used',
    ]);
    const ledger = (await call('GET', '/ledger')).body as { kind: string; credits: number }[];
    assert.deepEqual(
      ledger.map(({ kind, credits }) => [kind, credits]),
      [
        ['reversal', -1025],
        ['reversal', -9000],
        ['grant', 10_000],
        ['grant', 25],
      ],
    );
    await assertDoctorClean(server.db);
  });

  it('says what a zero is', async () => {
    const zero = await ask('POST', '/credits', { email: desk.owner.email, credits: 0 });
    assert.equal((zero.body as { error: string }).error, 'Invalid input: credits must not be 0.');
  });

  it('credits once for each Idempotency-Key', async () => {
    const { email, call } = await newSmsOwner(server);
    const credit = (key: string, credits: number, token = desk.admin.token) =>
      server.request('POST', '/v1/admin/credits', {
        token,
        json: { email, credits },
        headers: { 'idempotency-key': key },
      });
    const both = await Promise.all([credit('QK7', 10), credit('QK7', 10)]);
    const again = await credit('QK7', 10);
    for (const answer of [...both, again]) {
      assert.deepEqual([answer.status, answer.text], [201, again.text]);
    }
    assert.equal((again.body as { balance: number }).balance, 35);
    assert.deepEqual(failureOf(await credit('QK7', 11)), [409, 'idempotency_key_reused']);
    assert.equal((await credit('QK8', 10)).status, 201);

    const second = await newSmsOwner(server);
    await updateRole(server.db.write, second.email, 'admin');
    assert.equal((await credit('QK7', 10, second.token)).status, 201);
    assert.equal(((await call('GET', '')).body as { balance: number }).balance, 55);

    const nobody = { email: 'nobody@example.com', credits: 5 };
    const headers = { 'idempotency-key': 'QK9' };
    const failing = { token: desk.admin.token, json: nobody, headers };
    const failed = await server.request('POST', '/v1/admin/credits', failing);
    assert.deepEqual(failureOf(failed), [404, 'not_found']);
    assert.equal((await credit('QK9', 1)).status, 201);
    for (const key of ['', 'k'.repeat(256)]) {
      assert.deepEqual(wrongFields(await credit(key, 1)), ['idempotency-key']);
    }
  });

  it('names every wrong field of a grant', async () => {
    const { email } = desk.owner;
    for (const credits of [0, 1.5, '5', 1_000_000_001, -1_000_000_001, null]) {
      assert.deepEqual(wrongFields(await ask('POST', '/credits', { email, credits })), ['credits']);
    }
    const wrong = { email: '', credits: 'x', note: 'x'.repeat(201) };
    assert.deepEqual(wrongFields(await ask('POST', '/credits', wrong)), [
      'credits',
      'email',
      'note',
    ]);
    assert.deepEqual(wrongFields(await ask('POST', '/credits', {})), ['credits', 'email']);
    const nobody = { email: 'nobody@example.com', credits: 5 };
    assert.deepEqual(failureOf(await ask('POST', '/credits', nobody)), [404, 'not_found']);
    const longest = { email, credits: 1, note: 'x'.repeat(200) };
    assert.equal((await ask('POST', '/credits', longest)).status, 201);
  });
});
