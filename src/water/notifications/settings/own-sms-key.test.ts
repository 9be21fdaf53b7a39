import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { turnOnSecondFactor } from '../../../../test/helpers/accounts/second-factor.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../../test/helpers/sms/sms-account.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { ownKeyName } from './own-sms-key.ts';

type Sms = { phone: string | null; is_key_own: boolean; is_key_revoked: boolean };
type Settings = { sms: Sms & { is_key_set: boolean; base: string | null }; reached_by: string[] };
type Key = { id: number; name: string; prefix: string };

const phone = '0712 345 678';

describeOnBothEngines('SMS alerts by the own account', (engine) => {
  const server = useTestServer({ engine, env: { SMS_TRIAL_SENDS: 'real' } });

  const call = (token: string | undefined, action: string, json?: unknown) =>
    server.request(json === undefined ? 'GET' : 'POST', `/api/notifications.php?action=${action}`, {
      token,
      json,
    });
  const settingsOf = async ({ token }: SmsOwner) =>
    (await call(token, 'settings')).body as Settings;
  const keysOf = async (owner: SmsOwner) => (await owner.call('GET', '/keys')).body as Key[];
  const codeOf = async ({ userId }: SmsOwner) => {
    const { body } = await server.db.read
      .selectFrom('sms_messages')
      .select('body')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return /\d{6}/.exec(body ?? '')?.[0];
  };
  const turnOn = async (owner: SmsOwner) => {
    const asked = await call(owner.token, 'verify-phone', { phone });
    assert.equal(asked.status, 200, asked.text);
    const confirmed = await call(owner.token, 'confirm-phone', { code: await codeOf(owner) });
    assert.equal(confirmed.status, 200, confirmed.text);
    return confirmed.body as Settings;
  };

  it('take a number and a code, and a key that the account lists', async () => {
    const owner = await newSmsOwner(server);
    assert.equal((await call(undefined, 'verify-phone', { phone })).status, 401);
    const { sms } = await turnOn(owner);
    assert.deepEqual(
      [sms.phone, sms.is_key_set, sms.is_key_own, sms.is_key_revoked, sms.base],
      ['254712345678', true, true, false, null],
    );
    const keys = await keysOf(owner);
    assert.deepEqual(
      keys.map(({ name }) => name),
      [ownKeyName],
    );
    assert.ok(!server.logged().includes(keys[0]?.prefix ?? '?'));
    assert.ok(!server.logged().includes(owner.token));
    const stranger = await newSmsOwner(server);
    assert.equal((await stranger.call('DELETE', `/keys/${keys[0]?.id}`)).status, 404);
    server.clock.advance(minuteMs);
    await turnOn(owner);
    assert.deepEqual(
      (await keysOf(owner)).map(({ id }) => id),
      keys.map(({ id }) => id),
    );
  });

  it('have one key, however often they are turned on at once', async () => {
    const owner = await newSmsOwner(server);
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => call(owner.token, 'verify-phone', { phone })),
    );
    assert.deepEqual(asked.map(({ status }) => status).sort(), [200, 429, 429, 429, 429, 429]);
    const { count } = await server.db.read
      .selectFrom('sms_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 1);
  });

  it('say that their key was revoked, and get another one when they are turned on again', async () => {
    const owner = await newSmsOwner(server);
    assert.ok((await turnOn(owner)).sms.is_key_own);
    const [first] = await keysOf(owner);
    await owner.call('DELETE', `/keys/${first?.id}`);
    const cut = await settingsOf(owner);
    assert.ok(cut.sms.is_key_revoked);
    assert.ok(!cut.reached_by.includes('sms'));
    server.clock.advance(minuteMs);
    const again = await turnOn(owner);
    assert.ok(!again.sms.is_key_revoked);
    const keys = await keysOf(owner);
    assert.equal(keys.length, 1);
    assert.notEqual(keys[0]?.id, first?.id);
  });

  it('give their key back when they are turned off, or go by another service', async () => {
    for (const json of [{ sms_key: null }, { sms_key: 'k', sms_base: 'https://sms.example.com' }]) {
      const owner = await newSmsOwner(server);
      await turnOn(owner);
      const saved = await call(owner.token, 'save', json);
      assert.equal(saved.status, 200, saved.text);
      assert.ok(!(saved.body as Settings).sms.is_key_own);
      assert.deepEqual(await keysOf(owner), []);
    }
  });

  it('are refused before a key is made where there are no credits', async () => {
    const owner = await newSmsOwner(server);
    await owner.call('GET', '');
    await server.db.write
      .updateTable('sms_accounts')
      .set((eb) => ({ used: eb.ref('quota') }))
      .where('user_id', '=', owner.userId)
      .execute();
    const asked = await call(owner.token, 'verify-phone', { phone });
    assert.deepEqual(failureOf(asked), [409, 'no_credits']);
    assert.match((asked.body as { error: string }).error, /credits/);
    assert.deepEqual(await keysOf(owner), []);
  });

  it('need the password with two-step sign-in, and no wait after it was asked for', async () => {
    const owner = await registerUser(server);
    await turnOnSecondFactor(server, owner);
    const asked = await call(owner.token, 'verify-phone', { phone });
    assert.deepEqual(wrongFields(asked), ['current_password']);
    const json = { phone, current_password: owner.password };
    const shown = await call(owner.token, 'verify-phone', json);
    assert.equal(shown.status, 200, shown.text);
    const keys = await server.request('GET', '/v1/account/keys', { token: owner.token });
    assert.equal((keys.body as Key[]).length, 1);
    assert.ok(!server.logged().includes(owner.password));
  });
});

describeOnBothEngines('SMS accounts that alerts begin', (engine) => {
  const env = { SMS_TRIAL_ACCOUNTS_PER_ADDRESS: '2', TRUST_PROXY: '1' };
  const server = useTestServer({ engine, env });

  const begin = async (headers: Record<string, string>) => {
    const { token, call } = await newSmsOwner(server);
    const options = { token, json: { phone }, headers };
    const path = '/api/notifications.php?action=verify-phone';
    const { status } = await server.request('POST', path, options);
    const { balance } = (await call('GET', '')).body as { balance: number };
    return [status, balance];
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('have trial credits by the address of their person, not of this server', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      assert.deepEqual(await begin(from(address)), [200, 24]);
      assert.deepEqual(await begin(from(address)), [200, 24]);
      assert.deepEqual(await begin(from(address)), [409, 0]);
    }
  });

  it('are of no address that their person claims', async () => {
    const claimed = { 'kisima-client': '203.0.113.9 c2lnbmF0dXJl' };
    const asked = [1, 2, 3].map(() => begin({ ...from('203.0.113.3'), ...claimed }));
    const balances = (await Promise.all(asked)).map(([, balance]) => balance);
    assert.deepEqual(balances.sort(), [0, 24, 24]);
    const { token } = await newSmsOwner(server);
    const headers = { ...from('203.0.113.3'), ...claimed };
    const { body } = await server.request('GET', '/v1/account', { token, headers });
    assert.equal((body as { balance: number }).balance, 0);
  });
});
