import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../../test/helpers/server/kisima-process.ts';
import { runKisima } from '../../test/helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';

type Json = Record<string, unknown>;

describeOnBothEngines('kisima beside a server', (engine) => {
  let storage: Storage;
  let server: RunningKisima;
  let token: string;
  const email = 'Asha@example.com';
  before(async () => {
    storage = await makeStorage(engine);
    server = await startKisima(storage.env);
    const account = { email, password: 'correct horse' };
    ({ token } = await call('POST', '/api/auth.php?action=register', account));
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  async function call(
    method: string,
    path: string,
    json?: Json,
  ): Promise<{ token: string } & Json> {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    const body = (await response.json()) as { token: string } & Json;
    return Object.assign(body, { status: response.status });
  }

  async function useKey(key: Json): Promise<number> {
    const headers = { 'x-api-key': String(key['api_key']) };
    return (await fetch(`${server.url}/v1/sms/balance`, { headers })).status;
  }

  const kisima = async (...args: string[]) => {
    const { code, stdout, stderr } = await runKisima(args, storage.env);
    return [code, stdout, stderr];
  };

  it('lists the accounts', async () => {
    const [code, stdout, stderr] = await kisima('users');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(String(stdout), /^20\d\d-\S+Z {2}user {3}Asha@example\.com\n1 account\.\n$/);
  });

  it('opens a password reset, whose code sets a new password once', async () => {
    const [code, stdout, stderr] = await kisima('user', 'reset-password', email);
    assert.deepEqual([code, stderr], [0, '']);
    const reset = { token: /^[\w-]{43}$/m.exec(String(stdout))?.[0], password: 'battery staple' };
    const path = '/api/auth.php?action=reset-password';
    const signedIn = await call('POST', path, reset);
    assert.equal(signedIn['status'], 200);
    token = signedIn.token;
    assert.equal((await call('POST', path, reset))['status'], 401);
    assert.deepEqual(await kisima('user', 'reset-password', 'no@example.com'), [
      2,
      '',
      'There is no account with the e-mail no@example.com.\n',
    ]);
  });

  it('grants credits, which are there for the next request', async () => {
    assert.deepEqual(await kisima('sms', 'grant', 'asha@EXAMPLE.com', '100'), [
      0,
      `${email}: 100 credits granted, balance 125.\n`,
      '',
    ]);
    assert.equal((await call('GET', '/v1/account'))['balance'], 125);
    const noted = await kisima('sms', 'grant', email, '1', 'M-Pesa QK7');
    assert.equal(noted[0], 0);
    const ledger = await call('GET', '/v1/account/ledger');
    assert.equal((ledger as unknown as { note: string }[])[0]?.note, 'M-Pesa QK7');
  });

  it('says what a grant lacks', async () => {
    for (const credits of ['0', '-5', '1.5', 'x', '1000000001']) {
      assert.deepEqual(await kisima('sms', 'grant', email, credits), [
        2,
        '',
        `Credits are a whole number from 1 to 1000000000, not ${credits}.\n`,
      ]);
    }
    assert.deepEqual(await kisima('sms', 'grant', 'nobody@example.com', '5'), [
      2,
      '',
      'There is no account with the e-mail nobody@example.com.\n',
    ]);
    for (const args of [[], [email], [email, '5', 'two', 'words']]) {
      const [code, stdout, stderr] = await kisima('sms', 'grant', ...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(String(stderr), /^error: (missing required argument|too many arguments) .*\n$/);
    }
  });

  it('takes unused credits back', async () => {
    assert.deepEqual(await kisima('sms', 'take-back', email, '100', 'typed twice'), [
      0,
      `${email}: 100 credits taken back, balance 26.\n`,
      '',
    ]);
    assert.deepEqual(await kisima('sms', 'take-back', email, '27'), [
      2,
      '',
      'Only 26 of the credits are unused; 27 cannot be taken back.\n',
    ]);
    assert.equal((await kisima('sms', 'grant', email, '100'))[0], 0);
  });

  it('suspends an account, which is refused by the next request, and lets it go', async () => {
    const send = () => call('POST', '/v1/account/sms/send', { to: '0712345678', message: 'Hi' });
    assert.deepEqual(await kisima('sms', 'suspend', 'asha@EXAMPLE.com', 'Bill of May'), [
      0,
      'asha@EXAMPLE.com: suspended (Bill of May).\n',
      '',
    ]);
    const refused = await send();
    assert.deepEqual([refused['status'], refused['code']], [403, 'account_suspended']);
    const again = await kisima('sms', 'suspend', email, 'Bill of May');
    assert.deepEqual(again, [0, `${email}: nothing has changed.\n`, '']);
    assert.deepEqual(await kisima('sms', 'resume', email), [0, `${email}: sends again.\n`, '']);
    assert.equal((await send())['status'], 200);
    for (const reason of [' ', 'x'.repeat(201)]) {
      assert.deepEqual(await kisima('sms', 'suspend', email, reason), [
        2,
        '',
        'A reason has 1 to 200 characters.\n',
      ]);
    }
    assert.deepEqual(await kisima('sms', 'resume', 'nobody@example.com'), [
      2,
      '',
      'There is no account with the e-mail nobody@example.com.\n',
    ]);
  });

  it('revokes a key by its id, its prefix or itself', async () => {
    for (const name of ['id', 'prefix', 'api_key']) {
      const key = await call('POST', '/v1/account/keys', { name });
      const prefix = String(key['prefix']);
      assert.equal(await useKey(key), 200);
      assert.deepEqual(await kisima('sms', 'revoke-key', String(key[name])), [
        0,
        `Revoked ${prefix}… (${name}) of ${email}.\n`,
        '',
      ]);
      assert.equal(await useKey(key), 403);
      const again = await kisima('sms', 'revoke-key', String(key[name]));
      assert.deepEqual(again, [2, '', 'No key that is good has this id or prefix.\n']);
    }
    assert.deepEqual(Object.values(await call('GET', '/v1/account/keys')), [200]);
  });

  it('makes an administrator, and an ordinary user again', async () => {
    assert.equal((await call('GET', '/v1/admin/accounts'))['status'], 404);
    const promoted = await kisima('user', 'promote', 'ASHA@example.com');
    assert.deepEqual(promoted, [0, `${email} is an administrator now.\n`, '']);
    assert.equal((await call('GET', '/v1/admin/accounts'))['status'], 200);
    const demoted = await kisima('user', 'demote', email);
    assert.deepEqual(demoted, [0, `${email} is no administrator.\n`, '']);
    assert.equal((await call('GET', '/v1/admin/accounts'))['status'], 404);
    await kisima('user', 'promote', email);
    const audit = Object.values(await call('GET', '/v1/admin/audit')) as Json[];
    const done = audit.filter((entry) => entry['action'] !== undefined);
    const { created_at: _, id: __, ...newest } = done[0] ?? {};
    assert.deepEqual(newest, {
      action: 'role_changed',
      by: null,
      account: email,
      address: null,
      facts: { role: 'admin' },
    });
    assert.deepEqual(
      done.map(({ action }) => action),
      [
        ...Array(3).fill('role_changed'),
        ...Array(3).fill('key_revoked'),
        'account_resumed',
        'account_suspended',
        'credits_granted',
        'credits_taken_back',
        ...Array(2).fill('credits_granted'),
      ],
    );
    assert.doesNotMatch(JSON.stringify(done), /ksm_[\w-]{9}/);
    await kisima('user', 'demote', email);
    assert.deepEqual(await kisima('user', 'promote', 'nobody@example.com'), [
      2,
      '',
      'There is no account with the e-mail nobody@example.com.\n',
    ]);
    assert.deepEqual(await kisima('user', 'promote'), [
      2,
      '',
      "error: missing required argument 'email' (--help tells more)\n",
    ]);
  });
});

describeOnBothEngines('kisima beside no server', (engine) => {
  it('wants a database of its own schema', async () => {
    const storage = await makeStorage(engine);
    try {
      const { code, stderr } = await runKisima(['user', 'promote', 'a@example.com'], storage.env);
      assert.equal(code, 2);
      const expected =
        engine === 'sqlite'
          ? /^There is no database in /
          : /^The database is older than this program/;
      assert.match(stderr, expected);
      await runKisima(['migrate'], storage.env);
      const migrated = await runKisima(['user', 'promote', 'a@example.com'], storage.env);
      assert.match(migrated.stderr, /^There is no account with the e-mail a@example\.com\.\n$/);
    } finally {
      await storage.remove();
    }
  });
});

describe('kisima', () => {
  it('does not know half a command', async () => {
    const { code, stderr } = await runKisima(['sms']);
    assert.equal(code, 2);
    assert.match(stderr, /^ {2}grant <email> <credits> \[note\] {2}/m);
    for (const args of [
      ['user', 'remove'],
      ['sms', 'constructor'],
    ]) {
      const end = await runKisima(args);
      assert.equal(end.code, 2);
      assert.match(end.stderr, new RegExp(`^error: unknown command '${args[1]}'`));
    }
  });
});
