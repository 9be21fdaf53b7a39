import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { hourMs, minuteMs } from '../src/kit/time/units.ts';
import { type NotifiedPeople, startNotifiedPeople } from './helpers/accounts/notified-people.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';

const windowMs = 6000;

describeOnBothEngines('an alert that does not arrive', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    people = await startNotifiedPeople(engine);
  });
  after(() => people.stop());
  beforeEach(() => people.sms.answerWith(200));

  /** A person whom SMS tell of all that is critical, and mails of nothing. */
  const newPerson = async (settings: Record<string, unknown> = {}) => {
    const person = await people.newPerson({ settings: { webhook_url: null, ...settings } });
    await people.giveSms(person);
    await person.save({ channels: { sms: ['critical'], email: [] } });
    const device = await people.newDevice(person);
    const told = async () =>
      (await person.told()).map(({ channel, status }) => `${channel} ${status}`);
    /** What became of messages, with those that still wait. */
    const history = async () => {
      const path = '/api/notifications.php?action=history';
      const { body } = await people.server.request('GET', path, { token: person.token });
      const rows = body as { channel: string; status: string }[];
      return rows.map(({ channel, status }) => `${channel} ${status}`).reverse();
    };
    return { person, device, told, history };
  };

  /** Lets time pass until it is tried again. */
  const triedAgain = async () => {
    const before = people.sms.asked();
    await until(async () => {
      await people.pass(minuteMs);
      return people.sms.asked() > before;
    });
  };

  it('goes by mail where the SMS service refuses it for good', async () => {
    const { device, told } = await newPerson();
    people.sms.answerWith(400);
    await device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual(await told(), ['sms failed', 'email sent']);
    await people.pass(hourMs);
    assert.deepEqual(await told(), []);
  });

  it('goes by mail where the phone did not get it', async () => {
    const { device, told, history } = await newPerson();
    people.sms.answerWith(200, '{"success":true,"message_id":"msg_1"}');
    people.sms.say('undelivered');
    await device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual(await told(), ['sms sent']);
    await people.pass(minuteMs);
    await until(async () => (await history()).includes('sms failed'));
    assert.deepEqual(await told(), ['email sent']);
  });

  it('goes by mail as well once it has waited for five minutes, and that once', async () => {
    const { device, history } = await newPerson();
    people.sms.answerWith(503);
    await device.raise('critical');
    await people.pass(windowMs);
    await people.pass(4 * minuteMs);
    assert.deepEqual(await history(), ['sms pending']);
    await people.pass(2 * minuteMs);
    await until(async () => (await history()).includes('email sent'));
    for (const _ of [1, 2, 3, 4]) await triedAgain();
    assert.deepEqual(await history(), ['sms pending', 'email sent']);
  });

  it('goes no other way where another channel told it, or nothing lasts that it tells', async () => {
    const both = await newPerson({ webhook_url: `${people.receiver.url}/both` });
    people.sms.answerWith(400);
    await both.device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual((await both.told()).sort(), ['sms failed', 'webhook delivered']);

    people.sms.answerWith(200);
    const seen = await newPerson();
    people.sms.answerWith(503);
    const id = await seen.device.raise('critical');
    await people.pass(windowMs);
    const path = `/api/alerts.php?action=acknowledge&id=${id}`;
    await people.server.request('PUT', path, { token: seen.person.token });
    for (const _ of [1, 2, 3, 4]) await triedAgain();
    assert.deepEqual(await seen.history(), ['sms pending']);
  });
});
