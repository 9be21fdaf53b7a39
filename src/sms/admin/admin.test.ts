import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { assertDoctorClean } from '../../../test/helpers/database/assert-doctor-clean.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { updateRole } from '../../accounts/queries.ts';

type AccountLine = { id: string; email: string; role: string; balance: number };

describeOnBothEngines('administration', (engine) => {
  const server = useTestServer({ engine });
  let admin: SmsOwner;
  let owner: SmsOwner;
  before(async () => {
    [admin, owner] = [await newSmsOwner(server), await newSmsOwner(server)];
    await updateRole(server.db.write, admin.email, 'admin');
  });

  const ask = (method: string, path: string, json?: unknown): Promise<Answer> =>
    server.request(method, `/v1/admin${path}`, {
      token: admin.token,
      ...(json !== undefined && { json }),
    });

  const routes = [
    'GET /accounts',
    'POST /credits',
    'GET /senders',
    'POST /senders',
    'DELETE /senders/KISIMA',
    'GET /providers',
    'GET /messages?phone=0712345678',
    'PUT /accounts/1/suspension',
    'DELETE /accounts/1/suspension',
  ].map((route) => route.split(' ') as [string, string]);

  it('is there for administrators alone', async () => {
    for (const [method, path] of routes) {
      const unknown = await server.request(method, `/v1/admin${path}`, {});
      assert.equal(unknown.status, 401, path);
      const known = await server.request(method, `/v1/admin${path}`, {
        token: owner.token,
        ...(method !== 'GET' && method !== 'DELETE' && { json: {} }),
      });
      assert.deepEqual(known.body, {
        success: false,
        error: `Path /v1/admin${path.split('?', 1)[0]} not found.`,
        code: 'not_found',
      });
      assert.equal(known.status, 404);
    }
  });

  it('ends with the role, at once', async () => {
    const former = await newSmsOwner(server);
    const look = () => server.request('GET', '/v1/admin/accounts', { token: former.token });
    await updateRole(server.db.write, former.email, 'admin');
    assert.equal((await look()).status, 200);
    await updateRole(server.db.write, former.email, 'user');
    assert.equal((await look()).status, 404);
  });

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
      const options = { token: admin.token, json, headers };
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
    const zero = await ask('POST', '/credits', { email: owner.email, credits: 0 });
    assert.equal((zero.body as { error: string }).error, 'Invalid input: credits must not be 0.');
  });

  it('credits once for each Idempotency-Key', async () => {
    const { email, call } = await newSmsOwner(server);
    const credit = (key: string, credits: number, token = admin.token) =>
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
    const failing = { token: admin.token, json: nobody, headers };
    const failed = await server.request('POST', '/v1/admin/credits', failing);
    assert.deepEqual(failureOf(failed), [404, 'not_found']);
    assert.equal((await credit('QK9', 1)).status, 201);
    for (const key of ['', 'k'.repeat(256)]) {
      assert.deepEqual(wrongFields(await credit(key, 1)), ['idempotency-key']);
    }
  });

  it('names every wrong field of a grant', async () => {
    const { email } = owner;
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

  it('lists accounts with their credits, in pages', async () => {
    const [fresh, credited] = [await newSmsOwner(server), await newSmsOwner(server)];
    await ask('POST', '/credits', { email: credited.email, credits: 7 });
    const seen: AccountLine[] = [];
    for (let path: string | undefined = '/v1/admin/accounts?limit=2'; path; ) {
      const page = await server.request('GET', path, { token: admin.token });
      seen.push(...(page.body as AccountLine[]));
      path = nextPage(page);
    }
    const ids = seen.map(({ id }) => Number(id));
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    );
    const line = (email: string) => seen.find((each) => each.email === email);
    const created_at = '2026-11-21T08:00:00.000Z';
    assert.deepEqual(line(credited.email), {
      id: String(credited.userId),
      email: credited.email,
      role: 'user',
      balance: 32,
      quota: 32,
      used: 0,
      created_at,
    });
    assert.deepEqual([line(fresh.email)?.balance, line(admin.email)?.role], [0, 'admin']);
  });

  it('finds accounts by how their e-mail begins', async () => {
    const found = async (email: string) => {
      const answer = await ask('GET', `/accounts?email=${encodeURIComponent(email)}`);
      return (answer.body as AccountLine[]).map((each) => each.email);
    };
    assert.deepEqual(await found(owner.email), [owner.email]);
    assert.deepEqual(await found(owner.email.slice(0, 30).toUpperCase()), [owner.email]);
    for (const none of ['%', '_', '\\', 'xyz']) assert.deepEqual(await found(none), []);
    assert.deepEqual(wrongFields(await ask('GET', '/accounts?limit=0&after=x&email=')), [
      'after',
      'email',
      'limit',
    ]);
  });

  it('refuses a sender of as many blanks as a body holds like any other', async () => {
    const answer = await ask('POST', '/senders', { sender: ' '.repeat(16_000), email: 'a@b.ke' });
    assert.equal(answer.status, 400);
  });

  it('gives senders to accounts, each to one', async () => {
    const other = await newSmsOwner(server);
    const created_at = '2026-11-21T08:00:00.000Z';
    const given = await ask('POST', '/senders', { sender: 'Kisima', email: owner.email });
    const sender = { sender: 'Kisima', email: owner.email, class: null, created_at };
    assert.deepEqual([given.status, given.body], [201, sender]);
    const again = await ask('POST', '/senders', { sender: 'KISIMA', email: owner.email });
    assert.deepEqual([again.status, again.body], [200, sender]);
    const taken = await ask('POST', '/senders', { sender: 'kisima', email: other.email });
    assert.deepEqual(failureOf(taken), [409, 'sender_taken']);
    await ask('POST', '/senders', { sender: '22384', email: owner.email });
    await ask('POST', '/senders', { sender: '20414', email: other.email });

    const own = await owner.call('GET', '/senders');
    assert.deepEqual(own.body, [
      { sender: '22384', class: null, created_at },
      { sender: 'Kisima', class: null, created_at },
    ]);
    const seen: { sender: string }[] = [];
    for (let path: string | undefined = '/v1/admin/senders?limit=1'; path; ) {
      const page = await server.request('GET', path, { token: admin.token });
      seen.push(...(page.body as { sender: string }[]));
      path = nextPage(page);
    }
    assert.deepEqual(
      seen.map((each) => each.sender),
      ['20414', '22384', 'Kisima'],
    );

    const removed = await ask('DELETE', '/senders/KiSiMa');
    assert.deepEqual([removed.status, removed.body], [200, sender]);
    assert.deepEqual(failureOf(await ask('DELETE', '/senders/Kisima')), [404, 'not_found']);
  });

  it('tells how each way to phones is', async () => {
    const { status, body } = await ask('GET', '/providers');
    const detail = 'sends nothing, reports everything';
    const money = { balance: null, refused_for_money_at: null };
    assert.deepEqual([status, body], [200, [{ name: 'simulator', state: 'up', detail, ...money }]]);
  });

  it('names every wrong field of a sender', async () => {
    const { email } = owner;
    for (const sender of [
      'ab',
      'x'.repeat(12),
      'Ki$ima',
      '12',
      '1'.repeat(16),
      '',
      5,
      ' '.repeat(4),
    ]) {
      assert.deepEqual(wrongFields(await ask('POST', '/senders', { sender, email })), ['sender']);
    }
    for (const sender of ['abc', 'x'.repeat(11), '123', '1'.repeat(15)]) {
      assert.equal((await ask('POST', '/senders', { sender, email })).status, 201, sender);
    }
    assert.deepEqual(wrongFields(await ask('POST', '/senders', {})), ['email', 'sender']);
    const nobody = { sender: 'Nobody', email: 'nobody@example.com' };
    assert.deepEqual(failureOf(await ask('POST', '/senders', nobody)), [404, 'not_found']);
    assert.deepEqual(wrongFields(await ask('GET', '/senders?limit=501&after=')), [
      'after',
      'limit',
    ]);
  });
});
