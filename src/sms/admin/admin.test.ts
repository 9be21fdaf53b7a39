import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useAdminDesk } from '../../../test/helpers/sms/admin-desk.ts';
import { newSmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { updateRole } from '../../accounts/queries.ts';

type AccountLine = { id: string; email: string; role: string; balance: number };

describeOnBothEngines('administration', (engine) => {
  const desk = useAdminDesk(engine);
  const { server, ask } = desk;

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
        token: desk.owner.token,
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

  it('lists accounts with their credits, in pages', async () => {
    const [fresh, credited] = [await newSmsOwner(server), await newSmsOwner(server)];
    await ask('POST', '/credits', { email: credited.email, credits: 7 });
    const seen: AccountLine[] = [];
    for (let path: string | undefined = '/v1/admin/accounts?limit=2'; path; ) {
      const page = await server.request('GET', path, { token: desk.admin.token });
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
    assert.deepEqual([line(fresh.email)?.balance, line(desk.admin.email)?.role], [0, 'admin']);
  });

  it('finds accounts by how their e-mail begins', async () => {
    const found = async (email: string) => {
      const answer = await ask('GET', `/accounts?email=${encodeURIComponent(email)}`);
      return (answer.body as AccountLine[]).map((each) => each.email);
    };
    assert.deepEqual(await found(desk.owner.email), [desk.owner.email]);
    assert.deepEqual(await found(desk.owner.email.slice(0, 30).toUpperCase()), [desk.owner.email]);
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
    const given = await ask('POST', '/senders', { sender: 'Kisima', email: desk.owner.email });
    const sender = { sender: 'Kisima', email: desk.owner.email, class: null, created_at };
    assert.deepEqual([given.status, given.body], [201, sender]);
    const again = await ask('POST', '/senders', { sender: 'KISIMA', email: desk.owner.email });
    assert.deepEqual([again.status, again.body], [200, sender]);
    const taken = await ask('POST', '/senders', { sender: 'kisima', email: other.email });
    assert.deepEqual(failureOf(taken), [409, 'sender_taken']);
    await ask('POST', '/senders', { sender: '22384', email: desk.owner.email });
    await ask('POST', '/senders', { sender: '20414', email: other.email });

    const own = await desk.owner.call('GET', '/senders');
    assert.deepEqual(own.body, [
      { sender: '22384', class: null, created_at },
      { sender: 'Kisima', class: null, created_at },
    ]);
    const seen: { sender: string }[] = [];
    for (let path: string | undefined = '/v1/admin/senders?limit=1'; path; ) {
      const page = await server.request('GET', path, { token: desk.admin.token });
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
    const { email } = desk.owner;
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
