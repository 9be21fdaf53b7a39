import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { callAuth, newEmail, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  newTwoStepUser,
  turnOnSecondFactor,
} from '../../../test/helpers/accounts/second-factor.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { makeStorage, type Storage } from '../../../test/helpers/server/kisima-process.ts';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import {
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { updateRole } from '../queries.ts';

describeOnBothEngines('ADMIN_SECOND_FACTOR=required', (engine) => {
  const server = useTestServer({ engine, env: { ADMIN_SECOND_FACTOR: 'required' } });

  const newAdmin = async () => {
    const user = await registerUser(server);
    await updateRole(server.db.write, user.email, 'admin');
    return user;
  };
  const look = (token: string) => server.request('GET', '/v1/admin/accounts', { token });
  const isRequired = async (token: string) => {
    const { body } = await server.request('GET', '/api/auth.php?action=second-factor', { token });
    return (body as { required: boolean }).required;
  };

  it('keeps administrators out until they have two steps, and says what to do', async () => {
    const admin = await newAdmin();
    assert.equal(await isRequired(admin.token), true);
    const refused = await look(admin.token);
    assert.deepEqual(failureOf(refused), [403, 'second_factor_needed']);
    assert.match(refused.text, /turn it on in the dashboard under Account/);
    assert.equal((await callAuth(server, 'session', { token: admin.token })).status, 200);
    await turnOnSecondFactor(server, admin);
    assert.equal((await look(admin.token)).status, 200);
  });

  it('tells nobody else that there is anything', async () => {
    const { token } = await registerUser(server);
    assert.equal(await isRequired(token), false);
    assert.deepEqual(failureOf(await look(token)), [404, 'not_found']);
    const { token: twoSteps } = await newTwoStepUser(server);
    assert.deepEqual(failureOf(await look(twoSteps)), [404, 'not_found']);
    assert.equal((await server.request('GET', '/v1/admin/accounts')).status, 401);
  });

  it('holds again once they turn it off', async () => {
    const admin = await turnOnSecondFactor(server, await newAdmin());
    const { token, password, recoveryCodes } = admin;
    const json = { password, code: recoveryCodes[0] };
    assert.equal((await callAuth(server, 'second-factor-remove', { token, json })).status, 200);
    assert.deepEqual(failureOf(await look(token)), [403, 'second_factor_needed']);
  });
});

describeOnBothEngines('kisima user remove-second-factor', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('lets its owner in by the password alone, and says where there is nothing to do', async () => {
    const server = await startTestServer({ engine, env: storage.env });
    const { email, password } = await newTwoStepUser(server);
    const remove = (...args: string[]) =>
      runKisima(['user', 'remove-second-factor', ...args], storage.env);
    const login = () => callAuth(server, 'login', { json: { email, password } });
    assert.deepEqual(failureOf(await login()), [401, 'second_factor_required']);
    const removed = await remove(email.toUpperCase());
    assert.deepEqual([removed.code, removed.stderr], [0, '']);
    assert.equal(removed.stdout, `${email} signs in by the password alone now.\n`);
    assert.equal((await login()).status, 200);
    const again = await remove(email);
    assert.deepEqual([again.code, again.stderr], [2, `${email} has no two-step sign-in.\n`]);
    assert.match((await remove(newEmail())).stderr, /^There is no account with the e-mail /);
    assert.match((await remove()).stderr, /^error: missing required argument 'email'/);
    await server.stop();
  });
});
