import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  callAuth,
  isSignedIn,
  readSignedIn,
  registerUser,
  wrongFields,
} from '../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../test/helpers/server/test-server.ts';
import { readTimeZone } from './time-zones.ts';

describeOnBothEngines('update', (engine) => {
  const server = useTestServer({ engine });
  const update = (token: string, json: unknown) => callAuth(server, 'update', { token, json });

  it('changes what is given and leaves the rest', async () => {
    const { token, user } = await registerUser(server, { full_name: 'Amina' });
    const named = await update(token, { full_name: 'Amina W.' });
    assert.deepEqual(
      [named.status, named.body],
      [200, { user: { ...user, full_name: 'Amina W.' } }],
    );
    const moved = { ...user, full_name: 'Amina W.', timezone: 'Europe/Berlin' };
    assert.deepEqual((await update(token, { timezone: 'europe/berlin' })).body, { user: moved });
    assert.deepEqual((await update(token, {})).body, { user: moved });
    const nulls = { full_name: null, password: null, timezone: null };
    assert.deepEqual((await update(token, nulls)).body, { user: { ...moved, full_name: null } });
    const session = await callAuth(server, 'session', { token });
    assert.deepEqual(session.body, { user: { ...moved, full_name: null } });
  });

  it("changes no one else's account, whatever the body says", async () => {
    const amina = await registerUser(server);
    const juma = await registerUser(server);
    const answer = await update(amina.token, {
      id: juma.user.id,
      email: juma.email,
      full_name: 'X',
    });
    assert.deepEqual(answer.body, { user: { ...amina.user, full_name: 'X' } });
    const untouched = await callAuth(server, 'session', { token: juma.token });
    assert.deepEqual(untouched.body, { user: juma.user });
  });

  it('checks the present password where it is sent, and always where the operator says so', async () => {
    const { token, password } = await registerUser(server);
    const wrong = await update(token, { password: 'battery staple', current_password: 'no horse' });
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrongFields(wrong), ['current_password']);
    assert.equal((wrong.body as { code: string }).code, 'wrong_password');
    const right = { password: 'battery staple', current_password: password };
    assert.equal((await update(token, right)).status, 200);
    assert.equal((await update(token, { password: 'purple elephant' })).status, 200);

    const strict = await startTestServer({ engine, env: { PASSWORD_CHANGE: 'checked' } });
    const owner = await registerUser(strict);
    const change = (json: object) => callAuth(strict, 'update', { token: owner.token, json });
    const missing = await change({ password: 'battery staple' });
    assert.deepEqual([missing.status, wrongFields(missing)], [400, ['current_password']]);
    assert.equal((await change({ full_name: 'Amina' })).status, 200);
    const shown = { password: 'battery staple', current_password: owner.password };
    assert.equal((await change(shown)).status, 200);
    await strict.stop();
  });

  it('ends every other token with a changed password, but not its own', async () => {
    const { token, email, password } = await registerUser(server);
    const stranger = await registerUser(server);
    const login = (secret: string) =>
      callAuth(server, 'login', { json: { email, password: secret } });
    const other = readSignedIn(await login(password)).token;
    await update(token, { full_name: 'no password here' });
    assert.ok(await isSignedIn(server, other));

    const answer = await update(token, { password: 'battery staple', full_name: 'Amina' });
    assert.equal(answer.status, 200);
    assert.ok(await isSignedIn(server, token));
    assert.equal(await isSignedIn(server, other), false);
    assert.ok(await isSignedIn(server, stranger.token));
    assert.equal((await login(password)).status, 401);
    assert.equal((await login('battery staple')).status, 200);
  });

  it('lets one of two tokens win that change the password at once', async () => {
    const { token, email, password } = await registerUser(server);
    const login = await callAuth(server, 'login', { json: { email, password } });
    const tokens = [token, readSignedIn(login).token];
    const answers = await Promise.all(
      tokens.map((each, index) => update(each, { password: `new password ${index}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const json = { email, password: `new password ${winner}` };
    assert.equal((await callAuth(server, 'login', { json })).status, 200);
  });

  it('ends a reset that was on its way with a changed password', async () => {
    const { token, email } = await registerUser(server);
    const opened = await callAuth(server, 'reset-request', { json: { email } });
    const { reset_token } = opened.body as { reset_token: string };
    await update(token, { password: 'battery staple' });
    const json = { token: reset_token, password: 'taken over' };
    assert.equal((await callAuth(server, 'reset-password', { json })).status, 401);
  });

  it('names every wrong field at once, the time zone too', async () => {
    const { token } = await registerUser(server);
    const wrong = { full_name: 'n'.repeat(201), password: '1234567', timezone: 'Mars/Olympus' };
    const answer = await update(token, wrong);
    assert.equal(answer.status, 400);
    assert.deepEqual(wrongFields(answer), ['full_name', 'password', 'timezone']);
    for (const timezone of ['', '+03:00', 'GMT+3', 'Mars/Olympus', 'Africa/Nairobi\n', 3]) {
      const { status, ...refused } = await update(token, { timezone });
      assert.equal(status, 400, String(timezone));
      assert.deepEqual(wrongFields({ status, ...refused }), ['timezone']);
    }
    assert.equal((await update(token, [])).status, 400);
    assert.equal((await update(token, undefined)).status, 400);
  });

  it('takes passwords and names up to their limits', async () => {
    const { token } = await registerUser(server);
    const longest = { full_name: 'n'.repeat(200), password: 'p'.repeat(256) };
    assert.equal((await update(token, longest)).status, 200);
    assert.equal((await update(token, { password: 'maji saf' })).status, 200);
    assert.equal((await update(token, { password: 'p'.repeat(257) })).status, 400);
  });
});

describe('time zones', () => {
  it('keeps the name that was given, in the letter case of the database', () => {
    assert.equal(readTimeZone('africa/NAIROBI'), 'Africa/Nairobi');
    assert.equal(readTimeZone('UTC'), 'UTC');
    assert.equal(readTimeZone('Asia/Kolkata'), 'Asia/Kolkata');
    assert.equal(readTimeZone('Asia/Calcutta'), 'Asia/Calcutta');
  });
});
