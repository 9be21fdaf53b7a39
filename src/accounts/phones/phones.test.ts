import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { isSignedIn, readSignedIn, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  newPhone,
  type PhoneServer,
  startPhoneServer,
} from '../../../test/helpers/accounts/phone-accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../test/helpers/http/smtp-peer.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a phone number of an account', (engine) => {
  let mails: SmtpPeer;
  let desk: PhoneServer;
  before(async () => {
    mails = await startSmtpPeer();
    desk = await startPhoneServer(engine, { SMTP_URL: mails.url });
  });
  after(async () => {
    await desk.stop();
    await mails.close();
  });
  const login = (email: string, password: string) => desk.call('login', { email, password });
  const phoneOf = async (token: string) => {
    const { body } = await desk.server.request('GET', '/api/me', { token });
    return (body as { phone: string | null }).phone;
  };
  /** Subjects of the mails that an owner got, as soon as there are so many. */
  const mailsTo = async (email: string, count: number) => {
    const texts: string[] = [];
    while (texts.length < count) {
      const mail = await mails.nextMail();
      if (mail.to === email) texts.push(mail.content);
    }
    return texts;
  };

  it('signs in, however it is written, beside the e-mail', async () => {
    const user = await registerUser(desk.server);
    assert.equal(await phoneOf(user.token), null);
    const phone = newPhone();
    const started = await desk.start(user, `+${phone.slice(0, 6)} ${phone.slice(6)}`);
    const expires_at = new Date(desk.server.clock.now + 10 * minuteMs).toISOString();
    assert.deepEqual([started.status, started.body], [200, { phone, expires_at }]);
    assert.equal((await login(phone, user.password)).status, 401);
    const text = await desk.nextSms(phone);
    assert.match(text, /^Kisima: \d{6} is your code to sign in by this number\./);
    const sms_code = /\d{6}/.exec(text)?.[0];
    const confirmed = await desk.call('phone-confirm', { sms_code }, user.token);
    assert.deepEqual([confirmed.status, confirmed.body], [200, { phone }]);
    assert.equal(await phoneOf(user.token), phone);

    const local = `0${phone.slice(3)}`;
    for (const written of [phone, `+${phone}`, local, `${local.slice(0, 4)}-${local.slice(4)}`]) {
      const answer = await login(written, user.password);
      assert.equal(answer.status, 200, written);
      assert.deepEqual(readSignedIn(answer).user, user.user);
    }
    assert.equal((await login(user.email, user.password)).status, 200);
    assert.deepEqual(failureOf(await login(local, 'wrong horse')), [401, 'wrong_credentials']);
    assert.match((await mailsTo(user.email, 1))[0] ?? '', /A phone number of your account/);
    assert.doesNotMatch(desk.server.logged(), new RegExp(`${phone}|${sms_code}`));
  });

  it('has its code in Swahili for who reads that', async () => {
    const user = await registerUser(desk.server);
    const { token } = user;
    await desk.server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    const phone = newPhone();
    await desk.start(user, phone);
    assert.match(await desk.nextSms(phone), /^Kisima: \d{6} ni msimbo wako wa kuingia/);
  });

  it('needs the password and a Kenyan mobile number', async () => {
    const user = await registerUser(desk.server);
    const wrong = await desk.start({ ...user, password: 'wrong horse' }, newPhone());
    assert.deepEqual(failureOf(wrong), [400, 'wrong_password']);
    assert.deepEqual(wrongFields(await desk.start(user, '+44 20 7946 0000')), ['phone']);
    assert.equal((await desk.call('phone-start', {}, undefined)).status, 401);
  });

  it('is not set by a wrong code, an expired one, or a sixth try', async () => {
    const user = await registerUser(desk.server);
    const confirm = (sms_code: string) => desk.call('phone-confirm', { sms_code }, user.token);
    const phone = newPhone();
    await desk.start(user, phone);
    const code = await desk.nextCode(phone);
    const other = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 4; tries += 1) {
      assert.deepEqual(failureOf(await confirm(other)), [409, 'wrong_code']);
    }
    assert.equal((await confirm(code)).status, 200);
    assert.deepEqual(failureOf(await confirm(code)), [409, 'wrong_code']);

    const next = newPhone();
    await desk.start(user, next);
    const second = await desk.nextCode(next);
    const wrong = second === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await confirm(wrong);
    assert.deepEqual(failureOf(await confirm(second)), [409, 'wrong_code']);

    const late = newPhone();
    await desk.start(user, late);
    const third = await desk.nextCode(late);
    desk.server.clock.advance(10 * minuteMs);
    assert.deepEqual(failureOf(await confirm(third)), [409, 'wrong_code']);
    assert.equal(await phoneOf(user.token), phone);
  });

  it('judges no more guesses that come together than one after the other', async () => {
    const user = await registerUser(desk.server);
    const phone = newPhone();
    await desk.start(user, phone);
    const code = await desk.nextCode(phone);
    const guesses = Array.from({ length: 12 }, (_, index) => String(index).padStart(6, '9'));
    const wrong = guesses.filter((guess) => guess !== code);
    await Promise.all(
      wrong.map((sms_code) => desk.call('phone-confirm', { sms_code }, user.token)),
    );
    const answer = await desk.call('phone-confirm', { sms_code: code }, user.token);
    assert.equal(answer.status, 409);
  });

  it('moves to the account that shows last that it has the phone, and the other one is told', async () => {
    const first = await desk.newUser();
    const second = await desk.give(await registerUser(desk.server), first.phone);
    assert.deepEqual(
      [await phoneOf(first.token), await phoneOf(second.token)],
      [null, first.phone],
    );
    const entered = await login(first.phone, second.password);
    assert.equal(readSignedIn(entered).user.id, second.user.id);
    assert.equal((await login(first.email, first.password)).status, 200);
    const [, moved] = await mailsTo(first.email, 2);
    assert.match(moved ?? '', /no longer signs in/);
  });

  it('is one account’s where several confirm it at the same moment', async () => {
    const phone = newPhone();
    const users = await Promise.all([1, 2, 3].map(() => registerUser(desk.server)));
    const codes: string[] = [];
    for (const user of users) {
      assert.equal((await desk.start(user, phone)).status, 200);
      codes.push(await desk.nextCode(phone));
    }
    const answers = await Promise.all(
      users.map(({ token }, index) =>
        desk.call('phone-confirm', { sms_code: codes[index] }, token),
      ),
    );
    for (const { status } of answers) assert.ok(status === 200 || status === 409);
    const phones = await Promise.all(users.map(({ token }) => phoneOf(token)));
    assert.deepEqual(
      phones.filter((each) => each !== null),
      [phone],
    );
  });

  it('is taken away by the password', async () => {
    const { token, password, phone, email } = await desk.newUser();
    const wrong = await desk.call('phone-remove', { password: 'wrong horse' }, token);
    assert.deepEqual(failureOf(wrong), [400, 'wrong_password']);
    const removed = await desk.call('phone-remove', { password }, token);
    assert.deepEqual([removed.status, removed.body], [200, { phone: null }]);
    assert.equal((await login(phone, password)).status, 401);
    assert.match((await mailsTo(email, 2))[1] ?? '', /no longer signs in to your/);
    assert.ok(await isSignedIn(desk.server, token));
  });

  it('is not waited for where the SMS service refuses, is away, or only simulates', async () => {
    const user = await registerUser(desk.server);
    const phone = newPhone();
    for (const [status, body] of [
      [402, '{"success":false}'],
      [200, '{"success":true,"simulated":true}'],
    ] as const) {
      desk.sms.answerWith(status, body);
      assert.deepEqual(failureOf(await desk.start(user, phone)), [502, 'sms_not_sent']);
    }
    desk.sms.answerWith(200);
    desk.sms.taken.length = 0;
    // A code that did not go out lets the next one go at once.
    assert.equal((await desk.start(user, phone)).status, 200);
  });
});
