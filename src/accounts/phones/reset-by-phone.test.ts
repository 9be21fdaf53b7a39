import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { isSignedIn, readSignedIn } from '../../../test/helpers/accounts/accounts.ts';
import {
  newPhone,
  type PhoneServer,
  startPhoneServer,
} from '../../../test/helpers/accounts/phone-accounts.ts';
import { codeAt, turnOnSecondFactor } from '../../../test/helpers/accounts/second-factor.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';

const password = 'battery staple';

describeOnBothEngines('password reset by SMS', (engine) => {
  let desk: PhoneServer;
  before(async () => {
    desk = await startPhoneServer(engine, { LOGIN_FAILURES_PER_ACCOUNT: '100' });
  });
  after(() => desk.stop());
  const ask = (phone: string) => desk.call('phone-reset-request', { phone });
  const reset = (phone: string, sms_code: string, more: object = {}) =>
    desk.call('phone-reset', { phone, sms_code, password, ...more });
  const refused = [401, 'invalid_reset_token'];
  const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

  it('sets a new password once, ends every session, and tells the phone', async () => {
    const user = await desk.newUser();
    const { phone, token } = user;
    const asked = await ask(`0${phone.slice(3)}`);
    const expires_at = new Date(desk.server.clock.now + 10 * minuteMs).toISOString();
    assert.deepEqual([asked.status, asked.body], [200, { expires_at }]);
    const text = await desk.nextSms(phone);
    assert.match(text, /^Kisima: \d{6} is your code for a new password\./);
    const code = /\d{6}/.exec(text)?.[0] ?? '';
    assert.deepEqual(failureOf(await reset(phone, wrongFor(code))), refused);
    const answer = await reset(phone, code);
    assert.equal(answer.status, 200, answer.text);
    const signedIn = readSignedIn(answer);
    assert.deepEqual(signedIn.user, user.user);
    assert.ok(await isSignedIn(desk.server, signedIn.token));
    assert.equal(await isSignedIn(desk.server, token), false);
    assert.match(await desk.nextSms(phone), /^Kisima: the password of your account was changed/);
    const login = (given: string) => desk.call('login', { email: phone, password: given });
    assert.equal((await login(user.password)).status, 401);
    assert.equal((await login(password)).status, 200);
    assert.deepEqual(failureOf(await reset(phone, code)), refused);
    assert.doesNotMatch(desk.server.logged(), new RegExp(`${phone}|${code}`));
  });

  it('answers a number without an account alike, and sends nothing', async () => {
    const { phone } = await desk.newUser();
    const unknown = newPhone();
    const answers = [await ask(phone), await ask(unknown)];
    assert.deepEqual(answers[0]?.body, answers[1]?.body);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const code = await desk.nextCode(phone);
    for (let tries = 0; tries < 7; tries += 1) {
      const given = [await reset(phone, wrongFor(code)), await reset(unknown, '000000')];
      for (const answer of given) assert.deepEqual(failureOf(answer), refused);
      assert.deepEqual(given[0]?.body, given[1]?.body);
    }
    // Five tries were wrong, so the right one comes too late.
    assert.deepEqual(failureOf(await reset(phone, code)), refused);
    assert.ok(desk.sms.taken.every(({ to }) => to !== unknown));
  });

  it('takes the code of no other number, and none that has expired', async () => {
    const [one, other] = [await desk.newUser(), await desk.newUser()];
    await ask(one.phone);
    const code = await desk.nextCode(one.phone);
    assert.deepEqual(failureOf(await reset(other.phone, code)), refused);
    desk.server.clock.advance(10 * minuteMs - 1);
    assert.equal((await reset(one.phone, code)).status, 200);
    await ask(other.phone);
    const late = await desk.nextCode(other.phone);
    desk.server.clock.advance(10 * minuteMs);
    assert.deepEqual(failureOf(await reset(other.phone, late)), refused);
  });

  it('sends no second code within a minute, and leaves the first one', async () => {
    const { phone } = await desk.newUser();
    await ask(phone);
    const code = await desk.nextCode(phone);
    assert.equal((await ask(phone)).status, 200);
    assert.equal((await reset(phone, code)).status, 200);
    assert.match(await desk.nextSms(phone), /was changed/);
    assert.equal(desk.sms.taken.filter(({ to }) => to === phone).length, 0);
    await ask(phone);
    const before = await desk.nextCode(phone);
    desk.server.clock.advance(minuteMs);
    await ask(phone);
    const next = await desk.nextCode(phone);
    if (before !== next) assert.deepEqual(failureOf(await reset(phone, before)), refused);
    assert.equal((await reset(phone, next)).status, 200);
  });

  it('asks an account with a second step for its code too', async () => {
    const user = await desk.newUser();
    const { secret } = await turnOnSecondFactor(desk.server, user);
    await ask(user.phone);
    const sms_code = await desk.nextCode(user.phone);
    for (let times = 0; times < 6; times += 1) {
      const missing = await reset(user.phone, sms_code);
      assert.deepEqual(failureOf(missing), [401, 'second_factor_required']);
    }
    const wrong = await reset(user.phone, sms_code, { code: 'nonsense' });
    assert.deepEqual(failureOf(wrong), [401, 'wrong_code']);
    desk.server.clock.advance(minuteMs);
    const code = codeAt(secret, desk.server.clock.now);
    assert.equal((await reset(user.phone, sms_code, { code })).status, 200);
  });

  it('ends with the number, and with a password that is tried first goes on', async () => {
    const user = await desk.newUser();
    await ask(user.phone);
    const code = await desk.nextCode(user.phone);
    const common = await reset(user.phone, code, { password: 'password' });
    assert.deepEqual(wrongFields(common), ['password']);
    await desk.call('phone-remove', { password: user.password }, user.token);
    assert.deepEqual(failureOf(await reset(user.phone, code)), refused);
    assert.deepEqual(wrongFields(await ask('nobody')), ['phone']);
    assert.deepEqual(wrongFields(await reset(user.phone, 'abc')), ['sms_code']);
  });

  it('ends with a password that its owner changes', async () => {
    const user = await desk.newUser();
    await ask(user.phone);
    const code = await desk.nextCode(user.phone);
    const json = { password: 'another staple', current_password: user.password };
    const changed = await desk.call('update', json, user.token);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(failureOf(await reset(user.phone, code)), refused);
  });

  it('asks again at once where the SMS was not taken', async () => {
    const { phone } = await desk.newUser();
    desk.sms.answerWith(503);
    assert.equal((await ask(phone)).status, 200);
    await desk.untilForgotten(phone);
    desk.sms.answerWith(200);
    assert.equal((await ask(phone)).status, 200);
    assert.equal((await reset(phone, await desk.nextCode(phone))).status, 200);
    assert.match(desk.server.logged(), /an SMS to the owner of an account was not sent/);
  });
});
