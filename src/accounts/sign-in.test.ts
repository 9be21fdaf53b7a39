import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hash } from '@node-rs/argon2';
import {
  callAuth,
  codeOf,
  isSignedIn,
  newEmail,
  readSignedIn,
  registerUser,
  wrongFields,
} from '../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';

const password = 'correct horse';
const longestEmail = `${'a'.repeat(64)}@${'b.'.repeat(93)}com`;

describeOnBothEngines('register', (engine) => {
  const server = useTestServer({ engine });
  const register = (json: unknown) => callAuth(server, 'register', { json });

  it('answers a token that is good at once, and the user', async () => {
    const email = newEmail();
    const answer = await register({ email, password, full_name: 'Amina Wanjiru' });
    assert.equal(answer.status, 201);
    const { token, user } = readSignedIn(answer);
    assert.match(user.id, /^\d+$/);
    assert.deepEqual(answer.body, {
      token,
      user: {
        id: user.id,
        email,
        full_name: 'Amina Wanjiru',
        timezone: 'Africa/Nairobi',
        created_at: '2026-11-21T08:00:00.000Z',
      },
    });
    assert.ok(await isSignedIn(server, token));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('takes a name that is absent or null, and ignores unknown fields', async () => {
    const absent = await register({ email: newEmail(), password, timezone: 'Mars/Olympus', id: 1 });
    const empty = await register({ email: newEmail(), password, full_name: null });
    for (const answer of [absent, empty]) {
      assert.equal(answer.status, 201);
      assert.equal(readSignedIn(answer).user.full_name, null);
      assert.equal(readSignedIn(answer).user.timezone, 'Africa/Nairobi');
    }
  });

  it('refuses an e-mail that has an account, whatever its letter case', async () => {
    const email = newEmail();
    await registerUser(server, { email });
    const again = await register({ email: email.toUpperCase(), password: 'another one' });
    assert.equal(again.status, 400);
    assert.deepEqual(again.body, {
      success: false,
      error: 'This e-mail has an account already.',
      code: 'email_exists',
      errors: [{ field: 'email', message: 'has an account already' }],
    });
  });

  it('makes one account of several registrations at the same moment', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ email, password })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 400, 400, 400]);
  });

  it('names every wrong field at once', async () => {
    const none = await register({});
    assert.equal(none.status, 400);
    assert.deepEqual(wrongFields(none), ['email', 'password']);
    const all = await register({ email: 'nobody', password: 'short', full_name: 'a\u0007b' });
    assert.equal(codeOf(all), 'invalid_input');
    assert.deepEqual(wrongFields(all), ['email', 'full_name', 'password']);
  });

  it('holds its fields to their limits, on both sides', async () => {
    const limits: [object, number][] = [
      [{ email: newEmail(), password: 'maji saf' }, 201],
      [{ email: newEmail(), password: 'maji sa' }, 400],
      [{ email: newEmail(), password: 'p'.repeat(256) }, 201],
      [{ email: newEmail(), password: 'p'.repeat(257) }, 400],
      [{ email: newEmail(), password, full_name: 'n'.repeat(200) }, 201],
      [{ email: newEmail(), password, full_name: 'n'.repeat(201) }, 400],
      [{ email: newEmail(), password, full_name: '' }, 400],
      [{ email: longestEmail, password }, 201],
      [{ email: `x${longestEmail}`, password }, 400],
    ];
    assert.equal(longestEmail.length, 254);
    for (const [json, expected] of limits) {
      const { status, text } = await register(json);
      assert.equal(status, expected, `${text} for ${JSON.stringify(json)}`);
    }
  });

  it('refuses other types and control characters', async () => {
    const email = newEmail();
    for (const wrong of [12345678, null, ['12345678'], 'line\nbreak', 'null\u0000byte']) {
      const answer = await register({ email, password: wrong });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(wrongFields(answer), ['password']);
    }
  });

  it('refuses what is no JSON object of a fair size', async () => {
    const path = '/api/auth.php?action=register';
    const send = (body: string, type: string) =>
      fetch(server.url + path, { method: 'POST', headers: { 'content-type': type }, body });
    const json = 'application/json';
    assert.equal((await send('{"email": ', json)).status, 400);
    assert.equal((await send('[]', json)).status, 400);
    assert.equal((await send('null', json)).status, 400);
    assert.equal((await send('<email/>', 'application/xml')).status, 415);
    const large = JSON.stringify({ email: newEmail(), password, extra: 'x'.repeat(20_000) });
    const tooLarge = await send(large, json);
    assert.equal(tooLarge.status, 413);
    assert.equal(((await tooLarge.json()) as { code: string }).code, 'too_large');
    const empty = await fetch(server.url + path, { method: 'POST' });
    assert.equal(empty.status, 400);
  });

  it('names the actions to a caller of another, and the method', async () => {
    const unknown = await callAuth(server, 'signup');
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /register, login, logout, session, update, reset-request, reset-p/);
    const wrongMethod = await server.request('GET', '/api/auth.php?action=register');
    assert.equal(wrongMethod.status, 405);
    assert.equal(wrongMethod.headers.get('allow'), 'POST');
  });
});

describeOnBothEngines('login', (engine) => {
  const server = useTestServer({ engine, hashesAtFullCost: true });
  const login = (json: unknown) => callAuth(server, 'login', { json });

  it('answers a new token and the user, whatever the letter case of the e-mail', async () => {
    const { email, user, token } = await registerUser(server);
    const answer = await login({ email: email.toUpperCase(), password });
    assert.equal(answer.status, 200);
    const signedIn = readSignedIn(answer);
    assert.deepEqual(signedIn.user, user);
    assert.notEqual(signedIn.token, token);
    assert.ok(await isSignedIn(server, signedIn.token));
    assert.ok(await isSignedIn(server, token));
  });

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await registerUser(server);
    const wrong = await login({ email, password: 'wrong horse' });
    const unknown = await login({ email: newEmail(), password });
    for (const answer of [wrong, unknown, await login({ email: 'nobody', password: 'x' })]) {
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(answer.body, {
        success: false,
        error: 'Invalid email or password.',
        code: 'wrong_credentials',
      });
    }
  });

  it('answers a wrong password alike that is longer than any may be', async () => {
    const { email } = await registerUser(server);
    for (const length of [257, 1000]) {
      const answer = await login({ email, password: 'p'.repeat(length) });
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'wrong_credentials']);
    }
  });

  it('takes a password as one, however the keyboard composed its letters', async () => {
    const { email } = await registerUser(server, { password: 'maji safí 1' });
    assert.equal((await login({ email, password: 'maji safi\u0301 1' })).status, 200);
    assert.equal((await login({ email, password: 'maji safi 1' })).status, 401);
  });

  it('hashes anew what was hashed with other parameters', async () => {
    const { email, user } = await registerUser(server);
    const weak = await hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
    const users = server.db.write.updateTable('users').where('id', '=', Number(user.id));
    await users.set({ password_hash: weak }).execute();
    assert.equal((await login({ email, password })).status, 200);
    const { password_hash } = await server.db.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', Number(user.id))
      .executeTakeFirstOrThrow();
    assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal((await login({ email, password })).status, 200);
  });

  it('names every wrong field at once', async () => {
    assert.deepEqual(wrongFields(await login({})), ['email', 'password']);
    assert.deepEqual(wrongFields(await login({ email: 1, password: '' })), ['email', 'password']);
    const tooLong = await login({ email: 'e'.repeat(255), password: 'p'.repeat(1001) });
    assert.equal(tooLong.status, 400);
    assert.deepEqual(wrongFields(tooLong), ['email', 'password']);
  });
});
