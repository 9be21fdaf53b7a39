import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { callAuth, newEmail, registerUser } from '../../test/helpers/accounts/accounts.ts';
import { makePostgresDatabase } from '../../test/helpers/database/postgres.ts';
import {
  doRounds,
  type SharedProcess,
  startSharedProcess,
} from '../../test/helpers/server/shared-processes.ts';

describe('throttles of two processes on one PostgreSQL', () => {
  let database: { url: string; drop: () => Promise<void> };
  let first: SharedProcess;
  let second: SharedProcess;
  let addresses = 0;
  before(async () => {
    database = await makePostgresDatabase();
    const env = {
      TRUST_PROXY: '1',
      RESET_DELIVERY: 'response',
      SERVER_SECRET: 'x'.repeat(32),
      LOGIN_FAILURES_PER_ACCOUNT: '3',
      LOGIN_FAILURES_PER_ADDRESS: '5',
      REGISTRATIONS_PER_ADDRESS: '10',
      RESETS_PER_ADDRESS: '1',
    };
    first = await startSharedProcess(database.url, env);
    second = await startSharedProcess(database.url, env);
  });
  after(async () => {
    for (const { server } of [first, second]) await server.stop();
    await database.drop();
  });

  const newAddress = () => `192.0.2.${++addresses}`;
  /** Sends one request after another, to the two processes alternately. */
  const byTurns = async (action: string, address: string, bodies: object[]) => {
    const statuses: number[] = [];
    for (const [index, json] of bodies.entries()) {
      const { server } = index % 2 === 0 ? first : second;
      const headers = { 'x-forwarded-for': address };
      statuses.push((await callAuth(server, action, { json, headers })).status);
    }
    return statuses;
  };
  const newUser = async () => {
    const { email, password } = await registerUser(first.server);
    return { right: { email, password }, wrong: { email, password: 'wrong horse' } };
  };
  const write = () => first.server.db.write;
  const countsStored = async () =>
    (await write().selectFrom('throttles').select('key').execute()).length;

  it('count failures of an account together', async () => {
    const { right, wrong } = await newUser();
    const statuses = await byTurns('login', newAddress(), [wrong, wrong, wrong, right, right]);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
    assert.deepEqual(await byTurns('login', newAddress(), [right, right]), [200, 200]);
  });

  it('forget the failures that one saw once the owner is in at the other', async () => {
    const { right, wrong } = await newUser();
    const round = [wrong, wrong, wrong, right];
    const statuses = await byTurns('login', newAddress(), [wrong, right, wrong, wrong, right]);
    assert.deepEqual(statuses, [401, 200, 401, 401, 200]);
    assert.deepEqual(await byTurns('login', newAddress(), round), [401, 401, 401, 429]);
  });

  it('count what comes from an address together', async () => {
    const guesses = Array.from({ length: 6 }, () => ({ email: newEmail(), password: 'wrong' }));
    const failed = await byTurns('login', newAddress(), guesses);
    assert.deepEqual(failed, [401, 401, 401, 401, 401, 429]);
    const password = 'correct horse';
    const people = Array.from({ length: 11 }, () => ({ email: newEmail(), password }));
    const registered = await byTurns('register', newAddress(), people);
    assert.deepEqual(registered, [...Array.from({ length: 10 }, () => 201), 429]);
    const resets = [{ email: newEmail() }, { email: newEmail() }];
    assert.deepEqual(await byTurns('reset-request', newAddress(), resets), [200, 429]);
  });

  it('keep nothing of an address that only logs in, and no e-mail of any', async () => {
    const { right, wrong } = await newUser();
    const home = newAddress();
    // The account's own count of notices about sign-ins from new places.
    assert.deepEqual(await byTurns('login', home, [right]), [200]);
    const before = await countsStored();
    assert.deepEqual(await byTurns('login', home, [right, right]), [200, 200]);
    assert.equal(await countsStored(), before);
    const address = newAddress();
    await byTurns('login', address, [wrong]);
    const stored = JSON.stringify(await write().selectFrom('throttles').selectAll().execute());
    assert.ok(!stored.includes(wrong.email.toLowerCase()) && !stored.includes(address));
  });

  it('begin anew when their time is over, and are swept by one process then', async () => {
    const { right, wrong } = await newUser();
    const address = newAddress();
    assert.equal((await byTurns('login', address, [wrong, wrong, wrong, right])).at(-1), 429);
    await write().updateTable('throttles').set({ expire: Date.now() }).execute();
    assert.deepEqual(await byTurns('login', address, [right]), [200]);
    await byTurns('login', newAddress(), [wrong]);
    await doRounds(first);
    // Of the account the notice of its sign-in, of the second address its failures.
    assert.equal(await countsStored(), 3);
  });

  it('are counted by each process for itself while storage cannot', async () => {
    const { right, wrong } = await newUser();
    const address = newAddress();
    const all = [wrong, wrong, wrong, wrong, wrong, wrong, right, right];
    await sql`alter table throttles rename to throttles_away`.execute(write());
    const statuses = await byTurns('login', address, all);
    await sql`alter table throttles_away rename to throttles`.execute(write());
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429]);
    const warnings = first.server.logged().match(/throttles are counted by this process alone/g);
    assert.equal(warnings?.length, 1);
    assert.deepEqual(await byTurns('login', address, [right]), [200]);
  });

  it('do not wait for storage that is slow', async () => {
    const reset = { email: newEmail() };
    const address = newAddress();
    await first.server.db.transaction(async (trx) => {
      await sql`lock table throttles in access exclusive mode`.execute(trx);
      const each = () => byTurns('reset-request', address, [reset]);
      const statuses = await Promise.all([each(), each()]);
      assert.deepEqual(statuses.flat().sort(), [200, 429]);
    });
  });
});
