import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  callAuth,
  isSignedIn,
  newEmail,
  type RegisteredUser,
  readSignedIn,
  registerUser,
} from '../../test/helpers/accounts/accounts.ts';
import { wrongFields } from '../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';
import { updateRole } from './queries.ts';

describeOnBothEngines('me', (engine) => {
  const server = useTestServer({ engine });

  const me = (token: string | undefined) => server.request('GET', '/api/me', { token });
  const choose = (token: string | undefined, json: unknown) =>
    server.request('PUT', '/api/me', { token, json });
  const endOthers = (token: string | undefined) =>
    server.request('DELETE', '/api/me/sessions', { token });
  const signInAgain = async ({ email, password }: RegisteredUser): Promise<string> =>
    readSignedIn(await callAuth(server, 'login', { json: { email, password } })).token;

  it('tells who one is, in seven fields, and what runs', async () => {
    const { token, user } = await registerUser(server, { full_name: 'Amina Wanjiru' });
    const answer = await me(token);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const expected = {
      user,
      role: 'user',
      language: 'en',
      language_chosen: false,
      water_price: null,
      phone: null,
    };
    const services = ['water', 'sms'];
    assert.deepEqual(answer.body, { ...expected, services });
    assert.deepEqual(Object.keys(user), ['id', 'email', 'full_name', 'timezone', 'created_at']);
    assert.deepEqual((await callAuth(server, 'session', { token })).body, { user });
  });

  it('knows an administrator', async () => {
    const { token, email } = await registerUser(server, { email: newEmail() });
    await updateRole(server.db.write, email, 'admin');
    assert.equal(((await me(token)).body as { role: string }).role, 'admin');
  });

  it('keeps the language that was chosen, for its account alone', async () => {
    const [owner, stranger] = [await registerUser(server), await registerUser(server)];
    const languageOf = async (token: string) =>
      ((await me(token)).body as { language: string }).language;
    for (const language of ['sw', 'en', 'sw']) {
      const answer = await choose(owner.token, { language });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, (await me(owner.token)).body);
      assert.equal(await languageOf(owner.token), language);
      assert.equal((answer.body as { language_chosen: boolean }).language_chosen, true);
    }
    assert.equal(await languageOf(await signInAgain(owner)), 'sw');
    assert.equal(await languageOf(stranger.token), 'en');
    const { body } = await callAuth(server, 'session', { token: owner.token });
    assert.deepEqual(body, { user: owner.user });
  });

  it('takes no other language', async () => {
    const { token } = await registerUser(server);
    for (const json of [{}, { language: null }, { language: 'SW' }, { language: 'fr' }]) {
      assert.deepEqual(wrongFields(await choose(token, json)), ['language']);
    }
  });

  it('ends every other token of the account, and counts those that were good', async () => {
    const owner = await registerUser(server);
    const stranger = await registerUser(server);
    server.clock.advance(24 * 3_600_000 - 1);
    const others = [await signInAgain(owner), await signInAgain(owner)];
    server.clock.advance(1);
    const token = await signInAgain(owner);
    assert.deepEqual((await endOthers(token)).body, { ended: 2 });
    for (const other of others) assert.equal(await isSignedIn(server, other), false);
    assert.equal(await isSignedIn(server, token), true);
    assert.deepEqual((await endOthers(token)).body, { ended: 0 });
    const strangers = await signInAgain(stranger);
    assert.equal(await isSignedIn(server, strangers), true);
  });

  it('leaves a reset alone that is on its way', async () => {
    const { token, email } = await registerUser(server);
    const { body } = await callAuth(server, 'reset-request', { json: { email } });
    await endOthers(token);
    const json = { token: (body as { reset_token: string }).reset_token, password: 'new horse' };
    assert.equal((await callAuth(server, 'reset-password', { json })).status, 200);
  });

  it('is for those who are signed in', async () => {
    for (const answer of [await me(undefined), await choose('x', {}), await endOthers('')]) {
      assert.equal(answer.status, 401);
    }
  });
});
