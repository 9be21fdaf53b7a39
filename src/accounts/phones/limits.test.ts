import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newPhone, startPhoneServer } from '../../../test/helpers/accounts/phone-accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';

const tooMany = [429, 'too_many_requests'];

describeOnBothEngines('limits of codes by SMS', (engine) => {
  it('hold for a number, known or not, from wherever it is asked', async () => {
    const desk = await startPhoneServer(engine, { PHONE_CODES_PER_NUMBER: '3' });
    const { phone } = await desk.newUser();
    for (const number of [phone, newPhone()]) {
      const ask = (index: number) =>
        desk.call('phone-reset-request', { phone: number }, undefined, `192.0.2.${index}`);
      for (const index of [1, 2, 3]) {
        assert.equal((await ask(index)).status, 200);
        desk.server.clock.advance(minuteMs);
      }
      assert.deepEqual(failureOf(await ask(4)), tooMany);
    }
    // Others may still set their number, and have not used up its resets by that.
    const other = await registerUser(desk.server);
    assert.equal((await desk.start(other, phone)).status, 200);
    await desk.stop();
  });

  it('hold for an address, and for no other', async () => {
    const desk = await startPhoneServer(engine, { PHONE_CODES_PER_ADDRESS: '3' });
    const ask = (address: string) =>
      desk.call('phone-reset-request', { phone: newPhone() }, undefined, address);
    for (let count = 0; count < 3; count += 1) assert.equal((await ask('192.0.2.1')).status, 200);
    assert.deepEqual(failureOf(await ask('192.0.2.1')), tooMany);
    assert.equal((await ask('192.0.2.2')).status, 200);
    await desk.stop();
  });

  it('hold for an account that verifies one number after the other', async () => {
    const desk = await startPhoneServer(engine);
    const user = await registerUser(desk.server);
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await desk.start(user, newPhone())).status, 200);
    }
    assert.deepEqual(failureOf(await desk.start(user, newPhone())), tooMany);
    assert.equal((await desk.start(await registerUser(desk.server), newPhone())).status, 200);
    await desk.stop();
  });

  it('let nobody send a number a second code within a minute', async () => {
    const desk = await startPhoneServer(engine);
    const user = await registerUser(desk.server);
    const phone = newPhone();
    assert.equal((await desk.start(user, phone)).status, 200);
    const again = await desk.start(user, phone);
    assert.deepEqual(failureOf(again), tooMany);
    assert.equal((again.body as { retry_after: number }).retry_after, 60);
    desk.server.clock.advance(minuteMs);
    assert.equal((await desk.start(user, phone)).status, 200);
    await desk.stop();
  });

  it('bound what the operator pays for in a day, in resets apart from new numbers', async () => {
    const desk = await startPhoneServer(engine, { ACCOUNT_SMS_A_DAY: '2' });
    const users = [await desk.newUser(), await desk.newUser()];
    const third = await registerUser(desk.server);
    assert.deepEqual(failureOf(await desk.start(third, newPhone())), tooMany);
    assert.equal(desk.sms.taken.length, 0);
    for (const { phone } of users) {
      assert.equal((await desk.call('phone-reset-request', { phone })).status, 200);
      await desk.nextCode(phone);
    }
    desk.server.clock.advance(minuteMs);
    const phone = users[0]?.phone ?? '';
    assert.equal((await desk.call('phone-reset-request', { phone })).status, 200);
    assert.match(desk.server.logged(), /ACCOUNT_SMS_A_DAY is used up/);
    await desk.stop();
    assert.equal(desk.sms.taken.length, 0);
  });

  it('count wrong codes as failed logins of the address', async () => {
    const desk = await startPhoneServer(engine, { LOGIN_FAILURES_PER_ADDRESS: '3' });
    const guess = (address: string) =>
      desk.call(
        'phone-reset',
        { phone: newPhone(), sms_code: '000000', password: 'battery staple' },
        undefined,
        address,
      );
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await guess('192.0.2.1')).status, 401);
    }
    assert.deepEqual(failureOf(await guess('192.0.2.1')), tooMany);
    assert.equal((await guess('192.0.2.2')).status, 401);
    await desk.stop();
  });
});
