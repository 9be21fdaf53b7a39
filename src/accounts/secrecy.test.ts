import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, readSignedIn, registerUser } from '../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';

describeOnBothEngines('secrecy', (engine) => {
  const server = useTestServer({ engine });

  it('keeps passwords, tokens and hashes out of the logs, in success and in failure', async () => {
    const passwords = ['first secret', 'second secret', 'third secret', 'wrong secret'] as const;
    const [first, second, third, wrong] = passwords;
    const { token, email, user } = await registerUser(server, { password: first });
    await callAuth(server, 'register', { json: { email, password: wrong } });
    await callAuth(server, 'login', { json: { email, password: wrong } });
    await callAuth(server, 'login', { json: { email: wrong, password: [wrong] } });
    await callAuth(server, 'update', { token, json: { password: second, timezone: wrong } });
    await callAuth(server, 'update', { token, json: { password: second } });
    const opened = await callAuth(server, 'reset-request', { json: { email } });
    const { reset_token } = opened.body as { reset_token: string };
    const { token_hash } = await server.db.read
      .selectFrom('password_resets')
      .select('token_hash')
      .executeTakeFirstOrThrow();
    const json = { token: reset_token, password: third };
    const reset = await callAuth(server, 'reset-password', { json });
    const newToken = readSignedIn(reset).token;
    await callAuth(server, 'logout', { token: newToken });
    await callAuth(server, 'session', { token: newToken });
    const { password_hash } = await server.db.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', Number(user.id))
      .executeTakeFirstOrThrow();

    const logged = server.logged();
    assert.match(logged, /"action":"reset-password"/);
    const secrets = [...passwords, token, newToken, reset_token, token_hash, password_hash, email];
    for (const secret of secrets) assert.ok(!logged.includes(secret), `${secret} was logged`);
    assert.equal(reset.status, 200);
  });
});
