import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { callAuth, newEmail, registerUser } from '../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../test/helpers/server/test-server.ts';

const manyChanges = 150;

describeOnBothEngines('while one account changes its password 150 times at once', (engine) => {
  let server: TestServer;
  before(async () => {
    // So that all of them are hashed: the limit of changes is tested elsewhere.
    const env = { PASSWORD_CHANGES_PER_ACCOUNT: '1000' };
    server = await startTestServer({ engine, env, hashesAtFullCost: true });
  });
  after(() => server.stop());

  it('everybody else signs in, registers and changes theirs', async () => {
    const greedy = await registerUser(server);
    // A password change during the sign-in is refused, so these are different people.
    const people = await Promise.all([1, 2, 3].map(() => registerUser(server)));
    const changing = await Promise.all([1, 2, 3].map(() => registerUser(server)));
    const changes = Array.from({ length: manyChanges }, (_, index) =>
      callAuth(server, 'update', { token: greedy.token, json: { password: `horse ${index} !` } }),
    );
    const others = people.flatMap(({ email, password }, index) => [
      callAuth(server, 'login', { json: { email, password } }),
      callAuth(server, 'update', { token: changing[index]?.token ?? '', json: { password } }),
      callAuth(server, 'register', { json: { email: newEmail(), password } }),
    ]);
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 201, 200, 200, 201, 200, 200, 201]);
    const changed = new Set((await Promise.all(changes)).map(({ status }) => status));
    assert.ok(changed.has(200) && changed.has(503));
  });
});
