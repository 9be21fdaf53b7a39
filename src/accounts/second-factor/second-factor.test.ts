import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import {
  callAuth,
  codeOf,
  isSignedIn,
  readSignedIn,
  registerUser,
  wrongFields,
} from '../../../test/helpers/accounts/accounts.ts';
import {
  codeAt,
  newTwoStepUser,
  startSecondFactor,
  stepMs,
  type TwoStepUser,
  turnOnSecondFactor,
} from '../../../test/helpers/accounts/second-factor.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { dayMs } from '../../kit/time/units.ts';

describeOnBothEngines('two-step sign-in', (engine) => {
  const server = useTestServer({ engine });
  let user: TwoStepUser;
  beforeEach(async () => {
    user = await newTwoStepUser(server);
    server.clock.advance(stepMs);
  });

  const call = (action: string, json: unknown, token = user.token) =>
    callAuth(server, action, { token, json });
  const state = async (token = user.token) =>
    (await server.request('GET', '/api/auth.php?action=second-factor', { token })).body;
  const login = (code?: string | null, password = user.password) =>
    callAuth(server, 'login', { json: { email: user.email, password, code } });
  const codeNow = (steps = 0) => codeAt(user.secret, server.clock.now + steps * stepMs);
  const openReset = async () => {
    const { body } = await callAuth(server, 'reset-request', { json: { email: user.email } });
    return (body as { reset_token: string }).reset_token;
  };
  const reset = (token: string, code?: string) =>
    callAuth(server, 'reset-password', { json: { token, password: 'battery staple', code } });

  it('is off until a code confirms it, and changes nothing of signing in before', async () => {
    const amina = await registerUser(server);
    const off = { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false };
    assert.deepEqual(await state(amina.token), off);
    await startSecondFactor(server, amina);
    assert.deepEqual(await state(amina.token), off);
    const { email, password } = amina;
    const plain = await callAuth(server, 'login', { json: { email, password } });
    assert.deepEqual([plain.status, Object.keys(plain.body as object)], [200, ['token', 'user']]);
    for (const code of ['123456', null]) {
      const answer = await callAuth(server, 'login', { json: { email, password, code } });
      assert.equal(answer.status, 200);
    }
    await turnOnSecondFactor(server, amina);
    const enabled_at = new Date(server.clock.now).toISOString();
    const on = { enabled: true, enabled_at, recovery_codes_left: 10, required: false };
    assert.deepEqual(await state(amina.token), on);
    assert.deepEqual(await state((await registerUser(server)).token), off);
  });

  it('asks for a code once the password was right, and lets in with it', async () => {
    const asked = await login();
    assert.deepEqual(failureOf(asked), [401, 'second_factor_required']);
    assert.equal(asked.headers.get('www-authenticate'), 'Bearer');
    assert.deepEqual(failureOf(await login(null)), [401, 'second_factor_required']);
    assert.deepEqual(failureOf(await login(undefined, 'wrong')), [401, 'wrong_credentials']);
    assert.deepEqual(failureOf(await login(codeNow(), 'wrong')), [401, 'wrong_credentials']);
    const answer = await login(codeNow());
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body as object), ['token', 'user']);
    assert.ok(await isSignedIn(server, readSignedIn(answer).token));
  });

  it('takes a code once, also of those that come at the same moment', async () => {
    const together = await Promise.all([1, 2, 3].map(() => login(codeNow())));
    assert.deepEqual(together.map(({ status }) => status).sort(), [200, 401, 401]);
    assert.deepEqual(failureOf(await login(codeNow())), [401, 'wrong_code']);
    const { secret, token, password } = user;
    const used = codeAt(secret, server.clock.now);
    const removal = await call('second-factor-remove', { password, code: used }, token);
    assert.deepEqual(failureOf(removal), [400, 'wrong_code']);
  });

  it('takes the codes of one step before and after, and none beyond', async () => {
    for (const steps of [-2, 2]) {
      assert.deepEqual(failureOf(await login(codeNow(steps))), [401, 'wrong_code']);
    }
    // The step before is the one that confirmed it.
    assert.equal((await login(codeNow(-1))).status, 401);
    assert.equal((await login(codeNow(1))).status, 200);
    assert.equal((await login(codeNow(0))).status, 200);
    assert.equal((await login(codeNow(1))).status, 401);
  });

  it('takes no code again when the clock is moved back and forth', async () => {
    const start = server.clock.now;
    const used = codeNow();
    assert.equal((await login(used)).status, 200);
    const dayLater = codeAt(user.secret, start + dayMs);
    server.clock.advance(dayMs);
    assert.equal((await login(dayLater)).status, 200);
    server.clock.advance(-dayMs);
    assert.deepEqual(failureOf(await login(used)), [401, 'wrong_code']);
    // An owner with a right clock gets in all the same: no unused code is barred.
    assert.equal((await login(codeNow(1))).status, 200);
    server.clock.advance(dayMs);
    assert.deepEqual(failureOf(await login(dayLater)), [401, 'wrong_code']);
    server.clock.advance(-dayMs);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const [first = '', second = ''] = user.recoveryCodes;
    assert.equal((await login(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status, 200);
    assert.deepEqual(failureOf(await login(first)), [401, 'wrong_code']);
    const together = await Promise.all([1, 2, 3].map(() => login(second)));
    assert.deepEqual(together.map(({ status }) => status).sort(), [200, 401, 401]);
    assert.equal(((await state()) as { recovery_codes_left: number }).recovery_codes_left, 8);
    const other = await newTwoStepUser(server);
    assert.deepEqual(failureOf(await login(other.recoveryCodes[0])), [401, 'wrong_code']);
  });

  it('keeps neither secret nor recovery code as they are', async () => {
    const { db } = server;
    const stored = JSON.stringify([
      await db.read.selectFrom('second_factors').selectAll().execute(),
      await db.read.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const shown = [user.secret, ...user.recoveryCodes];
    const plain = shown.map((each) => each.replaceAll('-', ''));
    for (const text of [...shown, ...plain]) {
      assert.ok(!stored.toLowerCase().includes(text.toLowerCase()));
      assert.ok(!server.logged().includes(text));
    }
  });

  it('guards a password reset too, which waits for the right code', async () => {
    const token = await openReset();
    assert.deepEqual(failureOf(await reset(token)), [401, 'second_factor_required']);
    assert.deepEqual(failureOf(await reset('nonsense')), [401, 'invalid_reset_token']);
    assert.deepEqual(failureOf(await reset(token, codeNow(5))), [401, 'wrong_code']);
    const answer = await reset(token, codeNow());
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await isSignedIn(server, user.token), false);
    assert.deepEqual(failureOf(await login()), [401, 'wrong_credentials']);
    assert.deepEqual(failureOf(await reset(token, codeNow(1))), [401, 'invalid_reset_token']);
  });

  it('ends the other sessions when it is turned on, and not its own', async () => {
    const amina = await registerUser(server);
    const { email, password } = amina;
    const other = readSignedIn(await callAuth(server, 'login', { json: { email, password } }));
    await turnOnSecondFactor(server, amina);
    assert.equal(await isSignedIn(server, other.token), false);
    assert.ok(await isSignedIn(server, amina.token));
  });

  it('needs the password to start, and a code that is right to be turned on', async () => {
    const amina = await registerUser(server);
    const { token, password } = amina;
    const wrong = await call('second-factor-start', { password: 'wrong horse' }, token);
    assert.deepEqual(failureOf(wrong), [400, 'wrong_password']);
    assert.deepEqual(wrongFields(wrong), ['password']);
    const early = await call('second-factor-confirm', { code: '123456' }, token);
    assert.deepEqual(failureOf(early), [409, 'second_factor_not_started']);
    const replaced = await startSecondFactor(server, amina);
    const secret = await startSecondFactor(server, amina);
    const { now } = server.clock;
    for (const code of [codeAt(replaced, now), codeAt(secret, now + 5 * stepMs), 'nonsense']) {
      const refused = await call('second-factor-confirm', { code }, token);
      assert.deepEqual(failureOf(refused), [400, 'wrong_code']);
    }
    const code = codeAt(secret, now);
    assert.equal((await call('second-factor-confirm', { code }, token)).status, 200);
    const again = await call('second-factor-start', { password }, token);
    assert.deepEqual(failureOf(again), [409, 'second_factor_on']);
    const twice = await call('second-factor-confirm', { code }, token);
    assert.deepEqual(failureOf(twice), [409, 'second_factor_on']);
  });

  it('is turned off by password and code, and on again with another secret', async () => {
    const { password, token, secret, recoveryCodes } = user;
    const noPassword = await call('second-factor-remove', { password: 'x', code: codeNow() });
    assert.deepEqual(failureOf(noPassword), [400, 'wrong_password']);
    const noCode = await call('second-factor-remove', { password, code: codeNow(7) });
    assert.deepEqual(failureOf(noCode), [400, 'wrong_code']);
    const removed = await call('second-factor-remove', { password, code: recoveryCodes[0] });
    assert.deepEqual([removed.status, removed.body], [200, { enabled: false }]);
    assert.equal((await login()).status, 200);
    for (const action of ['second-factor-remove', 'second-factor-renew-codes']) {
      const off = await call(action, { password, code: codeNow() });
      assert.deepEqual(failureOf(off), [409, 'second_factor_off']);
    }
    user = await turnOnSecondFactor(server, { ...user, token });
    assert.notEqual(user.secret, secret);
    assert.deepEqual(failureOf(await login(recoveryCodes[1])), [401, 'wrong_code']);
  });

  it('gives ten new recovery codes in the place of the old', async () => {
    const { password, recoveryCodes } = user;
    const answer = await call('second-factor-renew-codes', { password, code: codeNow() });
    const { recovery_codes: renewed } = answer.body as { recovery_codes: string[] };
    assert.equal(new Set([...renewed, ...recoveryCodes]).size, 20);
    assert.deepEqual(failureOf(await login(recoveryCodes[3])), [401, 'wrong_code']);
    assert.equal((await login(renewed[3])).status, 200);
  });

  it('refuses to go on after ten wrong codes, from wherever they come', async () => {
    const own = await startTestServer({
      engine,
      env: { TRUST_PROXY: '1', LOGIN_FAILURES_PER_ACCOUNT: '4', WRONG_CODES_PER_ACCOUNT: '6' },
    });
    const amina = await newTwoStepUser(own);
    own.clock.advance(stepMs);
    const { email, password } = amina;
    const from = (address: string, code?: string) =>
      callAuth(own, 'login', {
        json: { email, password, code },
        headers: { 'x-forwarded-for': address },
      });
    const wrong = codeAt(amina.secret, own.clock.now + 9 * stepMs);
    for (const _ of [1, 2, 3, 4]) {
      assert.equal((await from('192.0.2.1', wrong)).status, 401);
      // A missing code neither counts nor clears the failures.
      assert.notEqual((await from('192.0.2.1')).status, 200);
    }
    assert.equal((await from('192.0.2.1', wrong)).status, 429);
    const together = await Promise.all([2, 3, 4, 5].map((each) => from(`192.0.2.${each}`, wrong)));
    assert.deepEqual(together.map(({ status }) => status).sort(), [401, 401, 429, 429]);
    const right = await from('192.0.2.9', codeAt(amina.secret, own.clock.now));
    assert.equal(right.status, 429);
    assert.ok((right.body as { retry_after: number }).retry_after > 0);
    const asked = await from('192.0.2.9');
    assert.equal(codeOf(asked), 'second_factor_required');
    await own.stop();
  });
});
