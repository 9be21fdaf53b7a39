import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  isSignedIn,
  newEmail,
  readSignedIn,
  registerUser,
} from '../../../test/helpers/accounts/accounts.ts';
import {
  type PhoneServer,
  startPhoneServer,
} from '../../../test/helpers/accounts/phone-accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { until } from '../../../test/helpers/until.ts';
import { readConfig } from '../../config.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { ConfigError } from '../../settings/setting-types.ts';

const password = 'battery staple';

describeOnBothEngines('password reset by a token that goes by SMS', (engine) => {
  let desk: PhoneServer;
  before(async () => {
    desk = await startPhoneServer(engine, { RESET_DELIVERY: 'sms' });
  });
  after(() => desk.stop());
  const ask = (email: string) => desk.call('reset-request', { email });
  const tokenIn = (text: string) => /[\w-]{43}/.exec(text)?.[0] ?? '';
  const reset = (token: string) => desk.call('reset-password', { token, password });

  it('sends the token to the phone of the account and to nobody else', async () => {
    const user = await desk.newUser();
    const { email: withoutPhone } = await registerUser(desk.server);
    const expires_at = new Date(desk.server.clock.now + 30 * minuteMs).toISOString();
    for (const email of [newEmail(), withoutPhone, user.email.toUpperCase()]) {
      const { status, body } = await ask(email);
      assert.deepEqual([status, body], [200, { reset_token: null, expires_at }]);
    }
    const text = await desk.nextSms(user.phone);
    assert.match(text, /^Kisima: [\w-]{43} is your code for a new password\./);
    assert.ok(text.length <= 160, text);
    const answer = await reset(tokenIn(text));
    assert.equal(answer.status, 200, answer.text);
    assert.ok(await isSignedIn(desk.server, readSignedIn(answer).token));
    assert.equal(await isSignedIn(desk.server, user.token), false);
    assert.match(
      await desk.nextSms(user.phone),
      /^Kisima: the password of your account was changed/,
    );
    assert.deepEqual(desk.sms.taken, []);
    assert.deepEqual(failureOf(await reset(tokenIn(text))), [401, 'invalid_reset_token']);
    assert.doesNotMatch(desk.server.logged(), new RegExp(tokenIn(text)));
  });

  it('sends no second one within a minute, and leaves the first one', async () => {
    const { email, phone } = await desk.newUser();
    await ask(email);
    const first = tokenIn(await desk.nextSms(phone));
    await ask(email);
    assert.equal((await reset(first)).status, 200);
  });

  it('sends no more than five an hour while one is open, and another one once none is', async () => {
    const { email, phone } = await desk.newUser();
    const { clock } = desk.server;
    let last = '';
    for (let n = 1; n <= 5; n++) {
      await ask(email);
      last = tokenIn(await desk.nextSms(phone));
      clock.now += minuteMs;
    }
    clock.now += 28 * minuteMs;
    await ask(email);
    assert.deepEqual(
      desk.sms.taken.filter(({ to }) => to === phone),
      [],
    );
    // The last one was 29 minutes ago, and has ended another minute later.
    clock.now += minuteMs;
    assert.equal((await reset(last)).status, 401);
    await ask(email);
    assert.equal((await reset(tokenIn(await desk.nextSms(phone)))).status, 200);
  });

  it('lets another one be asked for at once where it was not taken', async () => {
    const { email, phone, user } = await desk.newUser();
    desk.refuse(phone);
    await ask(email);
    await until(async () => {
      const open = desk.server.db.write.selectFrom('password_resets').selectAll();
      return (await open.where('user_id', '=', Number(user.id)).execute()).length === 0;
    });
    desk.sms.refused.delete(phone);
    await ask(email);
    assert.equal((await reset(tokenIn(await desk.nextSms(phone)))).status, 200);
  });

  it('is off where SMS end in the simulator', async () => {
    const env = { RESET_DELIVERY: 'sms', ACCOUNT_SMS_KEY: 'ksm_key' };
    const server = await startTestServer({ engine, env });
    const json = { email: newEmail() };
    const answer = await server.request('POST', '/api/auth.php?action=reset-request', { json });
    assert.deepEqual(failureOf(answer), [503, 'resets_off']);
    assert.match(
      answer.text,
      /RESET_DELIVERY is sms, and .* until its operator sets up an SMS provider/,
    );
    assert.match(server.logged(), /RESET_DELIVERY is sms, and accounts have no phone numbers here/);
    await server.stop();
  });

  it('needs a key of the SMS service, which the start says', () => {
    assert.throws(() => readConfig({ RESET_DELIVERY: 'sms' }), {
      constructor: ConfigError,
      message: 'ACCOUNT_SMS_KEY is required where RESET_DELIVERY is sms',
    });
  });
});
