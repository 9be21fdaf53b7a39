import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { callAuth, newEmail, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { toNetwork } from './keys.ts';
import type { Attempt } from './spend.ts';
import { createThrottles } from './throttles.ts';

const limits = {
  loginFailuresPerAccount: 3,
  loginFailuresPerAddress: 5,
  registrationsPerAddress: 4,
  resetsPerAddress: 2,
  keyFailuresPerAddress: 3,
  passwordChangesPerAccount: 3,
  wrongCodesPerAccount: 3,
  phoneCodesPerNumber: 3,
  phoneCodesPerAddress: 5,
  accountSmsADay: 4,
};

function assertThrottled({ status, body, headers }: Answer): void {
  assert.equal(status, 429);
  const { code, retry_after } = body as { code: string; retry_after: number };
  assert.equal(code, 'too_many_requests');
  assert.ok(retry_after > 0);
  assert.equal(headers.get('retry-after'), String(retry_after));
}

describeOnBothEngines('throttles', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({
      engine,
      env: {
        TRUST_PROXY: '1',
        RESET_DELIVERY: 'response',
        LOGIN_FAILURES_PER_ACCOUNT: String(limits.loginFailuresPerAccount),
        LOGIN_FAILURES_PER_ADDRESS: String(limits.loginFailuresPerAddress),
        REGISTRATIONS_PER_ADDRESS: String(limits.registrationsPerAddress),
        RESETS_PER_ADDRESS: String(limits.resetsPerAddress),
        PASSWORD_CHANGES_PER_ACCOUNT: String(limits.passwordChangesPerAccount),
      },
    });
  });
  afterEach(() => server.stop());

  const call = (action: string, json: object, address = '192.0.2.1') =>
    callAuth(server, action, { json, headers: { 'x-forwarded-for': address } });
  const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

  it('refuse an account from an address that failed too often, and nobody else', async () => {
    const { email, password } = await registerUser(server);
    const neighbour = await registerUser(server);
    const right = { email, password };
    const wrong = { email: email.toUpperCase(), password: 'wrong horse' };
    for (let failure = 0; failure < limits.loginFailuresPerAccount; failure += 1) {
      assert.equal((await call('login', wrong)).status, 401);
    }
    assertThrottled(await call('login', wrong));
    assertThrottled(await call('login', right));
    assert.equal((await call('login', right, '192.0.2.2')).status, 200);
    const { email: other } = neighbour;
    assert.equal((await call('login', { email: other, password })).status, 200);
  });

  it('refuse unknown accounts just so', async () => {
    const unknown = { email: newEmail(), password: 'wrong horse' };
    for (let failure = 0; failure < limits.loginFailuresPerAccount; failure += 1) {
      assert.equal((await call('login', unknown)).status, 401);
    }
    assertThrottled(await call('login', unknown));
  });

  it('forget the failures of an account once its owner is in', async () => {
    const { email, password } = await registerUser(server);
    const round = async () => [
      await call('login', { email, password: 'wrong horse' }),
      await call('login', { email, password: 'wrong horse' }),
      await call('login', { email, password }),
    ];
    assert.deepEqual(
      statusesOf([...(await round()), ...(await round())]),
      [401, 401, 200, 401, 401, 200],
    );
  });

  it('refuse an address that failed too often with many accounts', async () => {
    const { email, password } = await registerUser(server);
    const guess = () => call('login', { email: newEmail(), password });
    for (let failure = 0; failure < limits.loginFailuresPerAddress; failure += 1) {
      assert.equal((await guess()).status, 401);
    }
    assertThrottled(await guess());
    assertThrottled(await call('login', { email, password }));
    assert.equal((await call('login', { email, password }, '192.0.2.2')).status, 200);
  });

  it('count guesses that are sent together, and none that is right', async () => {
    const { email, password } = await registerUser(server);
    const together = (secret: string) =>
      Promise.all([1, 2, 3, 4, 5].map(() => call('login', { email, password: secret })));
    assert.deepEqual(statusesOf(await together(password)), [200, 200, 200, 200, 200]);
    const guesses = statusesOf(await together('wrong horse')).sort();
    assert.deepEqual(guesses, [401, 401, 401, 429, 429]);
  });

  it('count no good login of an address, however many there are at once', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => registerUser(server)));
    const everybody = (secret?: string) =>
      Promise.all(
        [...people, ...people, ...people].map(({ email, password }) =>
          call('login', { email, password: secret ?? password }, '192.0.2.9'),
        ),
      );
    assert.deepEqual(new Set(statusesOf(await everybody())), new Set([200]));
    const guesses = statusesOf(await everybody('wrong horse'));
    const judged = guesses.filter((status) => status === 401);
    assert.equal(judged.length, limits.loginFailuresPerAddress);
    assert.deepEqual(new Set(guesses), new Set([401, 429]));
  });

  it('count changes of a password, and nothing else of an account', async () => {
    const { token } = await registerUser(server);
    const neighbour = await registerUser(server);
    const change = (password: string, whose = token) =>
      callAuth(server, 'update', { token: whose, json: { password } });
    for (let count = 0; count < limits.passwordChangesPerAccount; count += 1) {
      assert.equal((await change(`new horse ${count}`)).status, 200);
    }
    assertThrottled(await change('one more horse'));
    const named = await callAuth(server, 'update', { token, json: { full_name: 'Amina' } });
    assert.equal(named.status, 200);
    assert.equal((await change('another horse', neighbour.token)).status, 200);
  });

  it('refuse an address that registers too often', async () => {
    const register = (address?: string) =>
      call('register', { email: newEmail(), password: 'correct horse' }, address);
    for (let count = 0; count < limits.registrationsPerAddress; count += 1) {
      assert.equal((await register()).status, 201);
    }
    assertThrottled(await register());
    assert.equal((await register('192.0.2.2')).status, 201);
  });

  it('refuse an address that asks for too many resets', async () => {
    const ask = (address?: string) => call('reset-request', { email: newEmail() }, address);
    for (let count = 0; count < limits.resetsPerAddress; count += 1) {
      assert.equal((await ask()).status, 200);
    }
    assertThrottled(await ask());
    assert.equal((await ask('192.0.2.2')).status, 200);
  });
});

describe('throttles as time passes', () => {
  // The library reads the machine's clock, so that one is moved here.
  beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'] }));
  afterEach(() => mock.timers.reset());
  const from = { address: '192.0.2.1', emailKey: 'a@example.com' };
  const isThrottled = { name: 'ApiError', status: 429 };
  const wrong = async (): Promise<Attempt> => ({ verdict: 'wrong' });
  const right = async (): Promise<Attempt> => ({ verdict: 'right' });

  it('forget failed logins a quarter of an hour after the first', async () => {
    const throttles = createThrottles(limits);
    const fail = () => throttles.login(from, wrong);
    await fail();
    mock.timers.tick(10 * minuteMs);
    await fail();
    await fail();
    await assert.rejects(fail(), { ...isThrottled, extras: { retryAfter: 5 * 60 } });
    mock.timers.tick(5 * minuteMs - 1);
    await assert.rejects(fail(), { ...isThrottled, extras: { retryAfter: 1 } });
    mock.timers.tick(1);
    assert.deepEqual(await fail(), { verdict: 'wrong' });
  });

  it('forget registrations and resets after an hour', async () => {
    const throttles = createThrottles({
      ...limits,
      registrationsPerAddress: 1,
      resetsPerAddress: 1,
    });
    const acts = [throttles.countRegistration, throttles.countReset];
    for (const act of acts) {
      await act(from.address);
      await assert.rejects(act(from.address), { ...isThrottled, extras: { retryAfter: 3600 } });
    }
    mock.timers.tick(60 * minuteMs);
    for (const act of acts) await act(from.address);
  });

  it('count wrong codes of an account from everywhere, and forget them with a right one', async () => {
    const throttles = createThrottles(limits);
    const account = 7;
    for (const attempt of [wrong, wrong, right, wrong, wrong, wrong]) {
      await throttles.code(account, attempt);
    }
    await assert.rejects(throttles.code(account, right), { ...isThrottled });
    await throttles.code(account + 1, right);
    mock.timers.tick(15 * minuteMs);
    await throttles.code(account, right);
  });

  it('leave the count alone where a second step is still to come', async () => {
    const throttles = createThrottles(limits);
    const unfinished = async (): Promise<Attempt> => ({ verdict: 'unfinished' });
    for (const attempt of [wrong, unfinished, wrong, unfinished, unfinished, wrong]) {
      await throttles.login(from, attempt);
    }
    await assert.rejects(throttles.login(from, right), isThrottled);
  });

  it('count no attempt that came to nothing on our side', async () => {
    const throttles = createThrottles({ ...limits, loginFailuresPerAddress: 1 });
    const broken = () => throttles.login(from, () => Promise.reject(new Error('storage is gone')));
    for (const _ of [1, 2, 3]) await assert.rejects(broken(), { message: 'storage is gone' });
    assert.deepEqual(await throttles.login(from, right), { verdict: 'right' });
  });
});

describe('networks', () => {
  it('are single addresses of IPv4, however they are written', () => {
    assert.equal(toNetwork('192.0.2.1'), '192.0.2.1');
    assert.equal(toNetwork('::ffff:192.0.2.1'), '192.0.2.1');
  });

  it('are the first half of an address of IPv6, however it is written', () => {
    assert.equal(toNetwork('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(toNetwork('2001:0DB8:0000:0000:ffff::'), '2001:db8:0:0::/64');
    assert.equal(toNetwork('::1'), '0:0:0:0::/64');
    assert.equal(toNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
    assert.equal(toNetwork('::1:0:0:192.0.2.1'), '0:0:0:1::/64');
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const write = (all: number[]) => all.map((each) => each.toString(16)).join(':');
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        assert.equal(toNetwork(write(one)), toNetwork(write(neighbour)));
        const isSame = write(one.slice(0, 4)) === write(other.slice(0, 4));
        assert.equal(toNetwork(write(one)) === toNetwork(write(other)), isSame);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(!/^(0*:)*:?ffff:/i.test(address));
        assert.match(toNetwork(address), /^([0-9a-f]{1,4}:){4}:\/64$/);
      }),
    );
  });
});
