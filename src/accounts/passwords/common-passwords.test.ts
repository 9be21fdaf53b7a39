import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  callAuth,
  codeOf,
  newEmail,
  registerUser,
  wrongFields,
} from '../../../test/helpers/accounts/accounts.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { isCommonPassword } from './common-passwords.ts';

describe('passwords that are tried first', () => {
  it('are those of the list, in any letter case', () => {
    for (const password of ['password', '12345678', 'qwertyuiop', 'iloveyou1', 'trustno1']) {
      assert.ok(isCommonPassword(password), password);
      assert.ok(isCommonPassword(password.toUpperCase()), password);
      // As a Japanese keyboard writes them (NFKC).
      const wide = password.replace(/[!-~]/g, (each) =>
        String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0),
      );
      assert.ok(isCommonPassword(wide), wide);
    }
  });

  it('are the e-mail and what stands before its @', () => {
    const email = 'Amina.Wanjiru@example.com';
    assert.ok(isCommonPassword('amina.wanjiru@EXAMPLE.com', email));
    assert.ok(isCommonPassword('amina.wanjiru', email));
    assert.ok(!isCommonPassword('amina.wanjiru', 'juma@example.com'));
  });

  it('are no others: parts of the list, sentences, what README shows', () => {
    for (const password of ['maji ni uhai', 'habari ya leo', 'correct horse', 'kisima-demo']) {
      assert.ok(!isCommonPassword(password), password);
    }
    assert.ok(!isCommonPassword('qwertyui8'));
    assert.ok(!isCommonPassword('password and some more'));
  });
});

describeOnBothEngines('a new password', (engine) => {
  const server = useTestServer({ engine });

  const assertRefused = (answer: Answer, fields = ['password']) => {
    assert.equal(answer.status, 400, answer.text);
    assert.equal(codeOf(answer), 'invalid_input');
    assert.deepEqual(wrongFields(answer), fields);
    assert.match(answer.text, /password is one of those that are tried first; choose another/);
  };

  it('must be none that is tried first when an account is made', async () => {
    const email = newEmail();
    const register = (json: object) => callAuth(server, 'register', { json });
    assertRefused(await register({ email, password: 'Sunshine1' }));
    assertRefused(await register({ email, password: email.toUpperCase() }));
    assertRefused(await register({ email, password: email.split('@')[0] }));
    assertRefused(await register({ email: 'nobody', password: 'password' }), ['email', 'password']);
    assert.equal((await register({ email, password: 'maji ni uhai' })).status, 201);
  });

  it('must be none when it is changed, and the old one stays', async () => {
    const { token, email, password } = await registerUser(server);
    const update = (json: object) => callAuth(server, 'update', { token, json });
    assertRefused(await update({ password: 'Sunshine1' }));
    assertRefused(await update({ password: email }));
    assertRefused(await update({ password: 'password', timezone: 'Mars/Olympus' }), [
      'password',
      'timezone',
    ]);
    assert.equal((await callAuth(server, 'login', { json: { email, password } })).status, 200);
  });

  it('must be none when it is reset, and the token stays good for another', async () => {
    const { email } = await registerUser(server);
    const opened = await callAuth(server, 'reset-request', { json: { email } });
    const { reset_token: token } = opened.body as { reset_token: string };
    const reset = (password: string) =>
      callAuth(server, 'reset-password', { json: { token, password } });
    assertRefused(await reset('Sunshine1'));
    assertRefused(await reset(email));
    assert.equal((await reset('battery staple')).status, 200);
  });
});
