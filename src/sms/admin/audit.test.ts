import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { doRounds } from '../../../test/helpers/server/shared-processes.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { updateRole } from '../../accounts/queries.ts';
import { dayMs } from '../../kit/time/units.ts';

type Entry = {
  id: number;
  action: string;
  by: string;
  account: string;
  address: string;
  facts: object;
  created_at: string;
};

const address = '203.0.113.7';

describeOnBothEngines('the audit log', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  let admin: SmsOwner;
  before(async () => {
    timers = createTestTimers();
    const env = { TRUST_PROXY: '1', AUDIT_RETENTION_DAYS: '2' };
    server = await startTestServer({ engine, env, timers });
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });
  after(() => server.stop());

  const ask = (method: string, path: string, json?: unknown, key?: string): Promise<Answer> =>
    server.request(method, `/v1/admin${path}`, {
      token: admin.token,
      headers: { 'x-forwarded-for': address, ...(key && { 'idempotency-key': key }) },
      ...(json !== undefined && { json }),
    });
  const entriesOf = async (email: string): Promise<Entry[]> => {
    const answer = await ask('GET', `/audit?email=${encodeURIComponent(email)}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Entry[];
  };

  it('tells who did what, to whom, when and from where', async () => {
    const { email } = await newSmsOwner(server);
    await ask('POST', '/credits', { email, credits: 100, note: 'M-Pesa QK7' });
    await ask('POST', '/credits', { email, credits: 5 });
    await ask('POST', '/senders', { sender: 'Kisima', email });
    await ask('DELETE', '/senders/KISIMA');
    const entries = await entriesOf(email.toUpperCase());
    const shared = { by: admin.email, account: email, address };
    const created_at = '2026-11-21T08:00:00.000Z';
    const facts: [string, object][] = [
      ['sender_taken', { sender: 'Kisima' }],
      ['sender_given', { sender: 'Kisima' }],
      ['credits_granted', { credits: 5, note: null }],
      ['credits_granted', { credits: 100, note: 'M-Pesa QK7' }],
    ];
    assert.deepEqual(
      entries,
      facts.map(([action, facts], index) => {
        return { id: entries[index]?.id, action, ...shared, facts, created_at };
      }),
    );
  });

  it('has an entry for what was done, once, and none for what was not', async () => {
    const [first, second] = [await newSmsOwner(server), await newSmsOwner(server)];
    await ask('POST', '/senders', { sender: 'Maji', email: first.email });
    await ask('POST', '/senders', { sender: 'MAJI', email: first.email });
    const taken = await ask('POST', '/senders', { sender: 'maji', email: second.email });
    assert.deepEqual(failureOf(taken), [409, 'sender_taken']);
    assert.equal((await ask('DELETE', '/senders/Nobody')).status, 404);
    assert.equal((await ask('POST', '/credits', { email: second.email, credits: 0 })).status, 400);
    const credits = { email: second.email, credits: 7 };
    for (let count = 0; count < 3; count += 1) await ask('POST', '/credits', credits, 'QK7');
    const actions = async (email: string) => (await entriesOf(email)).map(({ action }) => action);
    assert.deepEqual(await actions(first.email), ['sender_given']);
    assert.deepEqual(await actions(second.email), ['credits_granted']);
  });

  it('is entered with the deed, both or neither', async () => {
    const { email, call } = await newSmsOwner(server);
    await server.db.write.schema.alterTable('audit_entries').renameTo('audit_elsewhere').execute();
    assert.equal((await ask('POST', '/credits', { email, credits: 7 })).status, 500);
    assert.equal((await ask('POST', '/senders', { sender: 'Lost', email })).status, 500);
    await server.db.write.schema.alterTable('audit_elsewhere').renameTo('audit_entries').execute();
    assert.equal(((await call('GET', '')).body as { quota: number }).quota, 25);
    assert.deepEqual((await call('GET', '/senders')).body, []);
  });

  it('is read in pages, by administrators alone', async () => {
    const { email, token } = await newSmsOwner(server);
    for (let credits = 1; credits <= 5; credits += 1) {
      await ask('POST', '/credits', { email, credits });
    }
    const seen: Entry[] = [];
    let path: string | undefined = `/v1/admin/audit?limit=2&email=${email}`;
    while (path) {
      const page = await server.request('GET', path, { token: admin.token });
      seen.push(...(page.body as Entry[]));
      path = nextPage(page);
    }
    assert.deepEqual(
      seen.map(({ facts }) => (facts as { credits: number }).credits),
      [5, 4, 3, 2, 1],
    );
    assert.deepEqual(await entriesOf('nobody@example.com'), []);
    const all = (await ask('GET', '/audit?limit=500')).body as Entry[];
    assert.ok(
      all.length >= 5 && all.every((each, at) => at === 0 || each.id < (all[at - 1]?.id ?? 0)),
    );
    for (const query of ['limit=0', 'limit=501', 'limit=x']) {
      assert.deepEqual(wrongFields(await ask('GET', `/audit?${query}`)), ['limit']);
    }
    assert.deepEqual(wrongFields(await ask('GET', '/audit?email=&before=0')), ['before', 'email']);
    assert.equal((await server.request('GET', '/v1/admin/audit', { token })).status, 404);
    assert.equal((await server.request('GET', '/v1/admin/audit')).status, 401);
  });

  it('is kept as long as the operator says, and no longer', async () => {
    const { email } = await newSmsOwner(server);
    await ask('POST', '/credits', { email, credits: 1 });
    // The session of the administrator is to last.
    await server.db.write
      .updateTable('sessions')
      .set({ expires_at: server.clock.now + 30 * dayMs })
      .execute();
    server.clock.advance(dayMs);
    await ask('POST', '/credits', { email, credits: 2 });
    server.clock.advance(dayMs);
    await doRounds({ server, timers });
    assert.equal((await entriesOf(email)).length, 2);
    server.clock.advance(1);
    await doRounds({ server, timers });
    const left = await entriesOf(email);
    assert.deepEqual(
      left.map(({ facts }) => facts),
      [{ credits: 2, note: null }],
    );
  });
});
