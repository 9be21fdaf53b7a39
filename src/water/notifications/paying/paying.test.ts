import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { findPerson, putOwnMail } from '../queries.ts';
import { planMessages } from '../routing/plan-messages.ts';
import { recipientsOf } from '../routing/recipients.ts';
import { findReachable, findUsableTargets, type UsableTarget } from '../usable-targets.ts';

type Settings = {
  reached_by: string[];
  others_reached: boolean;
  sms: { phone: string | null; stopped: string | null; is_paid: boolean; is_key_set: boolean };
};
type Share = { id: number; sms_paid_a_day: number | null };

const incident = {
  severity: 'critical' as const,
  raisedAt: 1,
  resolvedAt: null,
  acknowledgedAt: null,
  snoozedUntil: null,
};
const notified = {
  notBefore: 0,
  messages: 0,
  severity: null,
  raisedAt: null,
  isResolved: false,
  isHeld: false,
};
const takes = ({ only, except }: UsableTarget, deviceId: number) =>
  (only?.has(deviceId) ?? true) && !except?.has(deviceId);

describeOnBothEngines('SMS alerts that somebody pays for', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine, env: { SMS_TRIAL_CREDITS: '0' } });
  });
  after(() => server.stop());

  const call = async ({ token }: RegisteredUser, method: string, path: string, json?: unknown) => {
    const answer = await server.request(method, path, {
      token,
      ...(json !== undefined && { json }),
    });
    return { ...answer, body: answer.body as never };
  };
  const settingsOf = async (user: RegisteredUser) =>
    (await call(user, 'GET', '/api/notifications.php?action=settings')).body as Settings;
  const grant = async ({ user, token }: RegisteredUser, credits = 100) => {
    await server.request('GET', '/v1/account', { token });
    await server.db.write
      .updateTable('sms_accounts')
      .set((eb) => ({ quota: eb('quota', '+', credits), is_trial: 0 }))
      .where('user_id', '=', Number(user.id))
      .execute();
  };
  const turnOn = async (user: RegisteredUser, phone: string) => {
    const asked = await call(user, 'POST', '/api/notifications.php?action=verify-phone', { phone });
    assert.equal(asked.status, 200, asked.text);
    const { body } = await server.db.read
      .selectFrom('sms_messages')
      .select('body')
      .where('phone', '=', `254${phone.slice(1)}`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const code = /\d{6}/.exec(body ?? '')?.[0];
    const done = await call(user, 'POST', '/api/notifications.php?action=confirm-phone', { code });
    assert.equal(done.status, 200, done.text);
  };
  const newTank = async () => {
    const [owner, caretaker] = [await registerUser(server), await registerUser(server)];
    const json = { mac_or_serial: `SER-${owner.user.id}-${engine}` };
    const device = (await call(owner, 'POST', '/api/devices.php?action=register', json)).body as {
      id: string;
    };
    const offered = await call(owner, 'POST', '/api/devices.php?action=share', {
      device_id: device.id,
      to: caretaker.email,
      role: 'operator',
    });
    const share = offered.body as Share;
    const accepted = await call(caretaker, 'POST', '/api/devices.php?action=accept', {
      id: share.id,
    });
    assert.equal(accepted.status, 200, accepted.text);
    return { owner, caretaker, share, deviceId: Number(device.id) };
  };
  const pay = (user: RegisteredUser, { id }: Share, a_day: number | null) =>
    call(user, 'PUT', '/api/devices.php?action=pay-sms', { id, a_day });
  const stepsOf = async (deviceId: number) => {
    const incident = { id: 1, device_id: deviceId, kind: 'low', severity: 'critical' };
    const means = { hasMail: false, now: server.clock.now };
    const found = await recipientsOf(server.db.read, [incident], means);
    return found.get(1)?.map(({ step }) => step);
  };
  const waysOf = async ({ user }: RegisteredUser, deviceId: number) => {
    const around = { hasMail: false, now: server.clock.now, deviceIds: [deviceId] };
    const ways = await findUsableTargets(server.db.read, Number(user.id), around);
    return ways
      .filter(({ isBarred }) => !isBarred)
      .map(({ paidBy, isSpent = false }) => [paidBy, isSpent]);
  };
  /** Who is told of a critical alert now; whether somebody waits for an answer says the same. */
  const toldOn = async ({ user }: RegisteredUser, deviceId: number, hasMail: boolean) => {
    const userId = Number(user.id);
    const { now } = server.clock;
    const around = { hasMail, now, deviceIds: [deviceId] };
    return await server.db.transaction(async (trx) => {
      const about = { device_id: deviceId, severity: 'critical', kind: 'low' };
      const isReachable = (await findReachable(trx, [userId], around))(userId, about);
      if (hasMail) await putOwnMail(trx, userId, now);
      const targets = await findUsableTargets(trx, userId, around);
      const person = await findPerson(trx, userId);
      assert.ok(person);
      const open = [{ key: deviceId, incident, notified, channels: person.channels }];
      const { messages } = planMessages(person, open, { targets, budgets: {}, now, takes });
      const told = messages.filter(
        ({ target, isOverBudget }) => !isOverBudget && !target.isDoubtful,
      );
      assert.equal(told.length > 0, isReachable, 'who counts as reached is told');
      return told.map(({ target }) => target.channel);
    });
  };

  it('go by the account of the owner, who alone may say so, until the share ends', async () => {
    const { owner, caretaker, share, deviceId } = await newTank();
    assert.deepEqual(failureOf(await pay(owner, share, 2)), [409, 'no_credits']);
    await grant(owner);
    assert.equal((await settingsOf(owner)).others_reached, false);
    assert.equal((await pay(caretaker, share, 2)).status, 403);
    const paid = await pay(owner, share, 2);
    assert.equal((paid.body as Share).sms_paid_a_day, 2, paid.text);
    assert.equal((await pay(owner, share, 0)).status, 400);
    const before = await settingsOf(caretaker);
    assert.deepEqual([before.sms.is_paid, before.reached_by], [true, []]);
    await turnOn(caretaker, '0711000001');
    const turned = await settingsOf(caretaker);
    assert.deepEqual([turned.reached_by, turned.sms.is_key_set], [['sms'], false]);
    // The caretaker owns no tank of which somebody else could be told.
    assert.deepEqual(
      [(await settingsOf(owner)).others_reached, turned.others_reached],
      [true, false],
    );
    const { used } = (await call(owner, 'GET', '/v1/account')).body as { used: number };
    assert.equal(used, 1);
    const payer = Number(owner.user.id);
    assert.deepEqual(await waysOf(caretaker, deviceId), [[payer, false]]);
    await call(caretaker, 'DELETE', `/api/devices.php?action=unshare&id=${share.id}`);
    assert.deepEqual(await waysOf(caretaker, deviceId), []);
    assert.deepEqual((await settingsOf(caretaker)).reached_by, []);
    assert.equal((await settingsOf(owner)).others_reached, false);
  });

  it('stop at the limit of the day, which the history says, and do not hold escalation up', async () => {
    const { owner, caretaker, share, deviceId } = await newTank();
    await grant(owner);
    await pay(owner, share, 1);
    await turnOn(caretaker, '0711000002');
    const test = () =>
      call(caretaker, 'POST', '/api/notifications.php?action=test', { channel: 'sms' });
    const sent = await test();
    const [line] = sent.body as { is_paid_by_owner: boolean }[];
    assert.deepEqual([sent.status, line?.is_paid_by_owner], [201, true]);
    assert.deepEqual(await waysOf(caretaker, deviceId), [[Number(owner.user.id), true]]);
    assert.deepEqual((await settingsOf(caretaker)).reached_by, []);
    assert.deepEqual(await stepsOf(deviceId), [0, 0]);
    server.clock.advance(24 * 60 * minuteMs + 1);
    assert.deepEqual(await waysOf(caretaker, deviceId), [[Number(owner.user.id), false]]);
  });

  it('take another channel once the owner does not pay, or cannot, and hold nobody up without one', async () => {
    const { owner, caretaker, share, deviceId } = await newTank();
    await grant(owner);
    await pay(owner, share, 5);
    await turnOn(caretaker, '0711000003');
    const channels = { sms: ['critical'], email: [], webhook: [], 'web-push': [] };
    const saved = await call(caretaker, 'POST', '/api/notifications.php?action=save', { channels });
    assert.equal(saved.status, 200, saved.text);
    const told = async () => [
      await toldOn(caretaker, deviceId, false),
      await toldOn(caretaker, deviceId, true),
    ];
    assert.deepEqual(await told(), [['sms'], ['sms']]);
    await pay(owner, share, null);
    assert.deepEqual(await told(), [[], ['email']]);
    const tested = await call(caretaker, 'POST', '/api/notifications.php?action=test', {
      channel: 'sms',
    });
    assert.deepEqual(failureOf(tested), [409, 'channel_not_set_up']);
    await pay(owner, share, 5);
    assert.deepEqual(await told(), [['sms'], ['sms']]);
    await server.db.write
      .updateTable('notification_settings')
      .set({ sms_stopped: 'no_credits' })
      .where('user_id', '=', Number(owner.user.id))
      .execute();
    assert.deepEqual(await told(), [[], ['email']]);
    await grant(caretaker);
    server.clock.advance(minuteMs);
    await turnOn(caretaker, '0711000003');
    assert.deepEqual(await told(), [['sms'], ['sms']]);
  });

  it('leave whose own account sends no more out of the order, and say why', async () => {
    const { owner, caretaker, share, deviceId } = await newTank();
    const third = await registerUser(server);
    const offer = { device_id: String(deviceId), to: third.email, role: 'viewer' };
    const { id } = (await call(owner, 'POST', '/api/devices.php?action=share', offer))
      .body as Share;
    await call(third, 'POST', '/api/devices.php?action=accept', { id });
    await pay(owner, share, null);
    for (const [at, person] of [owner, caretaker, third].entries()) {
      await grant(person);
      await turnOn(person, `071100001${at}`);
    }
    assert.deepEqual(await stepsOf(deviceId), [0, 1, 2]);
    const test = (person: RegisteredUser) =>
      call(person, 'POST', '/api/notifications.php?action=test', { channel: 'sms' });
    const stopOf = (person: RegisteredUser) =>
      until(async () => (await settingsOf(person)).sms.stopped ?? undefined);
    const keys = (await call(owner, 'GET', '/v1/account/keys')).body as { id: number }[];
    await call(owner, 'DELETE', `/v1/account/keys/${keys[0]?.id}`);
    await test(owner);
    assert.equal(await stopOf(owner), 'revoked');
    await until(async () => String(await stepsOf(deviceId)) === '0,0,1' || undefined);
    await server.db.write
      .updateTable('sms_accounts')
      .set((eb) => ({ used: eb.ref('quota') }))
      .where('user_id', '=', Number(caretaker.user.id))
      .execute();
    await test(caretaker);
    assert.equal(await stopOf(caretaker), 'no_credits');
    assert.deepEqual(await stepsOf(deviceId), [0, 0, 0]);
    // Who has a key again is waited for again.
    server.clock.advance(minuteMs);
    await turnOn(owner, '0711000010');
    assert.equal((await settingsOf(owner)).sms.stopped, null);
    assert.deepEqual(await stepsOf(deviceId), [0, 1, 1]);
    const suspend = (suspended_at: number | null, suspended_reason: string | null) =>
      server.db.write
        .updateTable('sms_accounts')
        .set({ suspended_at, suspended_reason })
        .where('user_id', '=', Number(owner.user.id))
        .execute();
    await suspend(server.clock.now, 'unpaid');
    await test(owner);
    assert.equal(await stopOf(owner), 'suspended');
    assert.deepEqual(await stepsOf(deviceId), [0, 0, 0]);
    await suspend(null, null);
  });
});
