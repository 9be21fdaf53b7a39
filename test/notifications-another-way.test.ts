import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../src/kit/time/units.ts';
import {
  type NotifiedPeople,
  startNotifiedPeople,
  type ToldMessage,
} from './helpers/accounts/notified-people.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';

const windowMs = 6000;

type Settings = { timezone?: string; [setting: string]: unknown };

describeOnBothEngines('an alert that does not arrive', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    people = await startNotifiedPeople(engine);
  });
  after(() => people.stop());
  beforeEach(() => people.sms.answerWith(200));

  /** A person whom SMS tell of all that is critical, and mails of nothing. */
  const newPerson = async ({ timezone, ...settings }: Settings = {}) => {
    const person = await people.newPerson({
      ...(timezone && { timezone }),
      settings: { webhook_url: null, ...settings },
    });
    await people.giveSms(person);
    await person.save({ channels: { sms: ['critical'], email: [] } });
    const device = await people.newDevice(person);
    const told = async () =>
      (await person.told()).map(({ channel, status }) => `${channel} ${status}`);
    /** What became of messages, with those that still wait. */
    const messages = async () => {
      const path = '/api/notifications.php?action=history';
      const { body } = await people.server.request('GET', path, { token: person.token });
      return (body as ToldMessage[]).reverse();
    };
    const history = async () =>
      (await messages()).map(({ channel, status }) => `${channel} ${status}`);
    /** Lets time pass until messages have become of what they are to become. */
    const becomes = async (...expected: string[]) => {
      let found: string[] = [];
      for (let second = 0; second < 30 && found.join() !== expected.join(); second += 1) {
        await people.pass(1000);
        found = await history();
      }
      assert.deepEqual(found, expected);
    };
    return { person, device, told, messages, history, becomes };
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
    const { device, becomes } = await newPerson();
    people.sms.answerWith(400);
    await device.raise('critical');
    await people.pass(windowMs);
    await becomes('sms failed', 'email sent');
    await people.pass(hourMs);
    await becomes('sms failed', 'email sent');
  });

  it('goes by mail where the phone did not get it', async () => {
    const { device, becomes } = await newPerson();
    people.sms.answerWith(200, '{"success":true,"message_id":"msg_1"}');
    people.sms.say('undelivered');
    await device.raise('critical');
    await people.pass(windowMs);
    await becomes('sms sent');
    await people.pass(minuteMs);
    await becomes('sms failed', 'email sent');
  });

  it('is none of a test, whatever becomes of that', async () => {
    const { person, becomes } = await newPerson();
    people.sms.answerWith(200, '{"success":true,"message_id":"msg_2"}');
    people.sms.say('undelivered', 'msg_2');
    const path = '/api/notifications.php?action=test';
    const { token } = person;
    const sent = await people.server.request('POST', path, { token, json: { channel: 'sms' } });
    assert.equal(sent.status, 201, sent.text);
    await people.pass(minuteMs);
    await becomes('sms failed');
    await people.pass(hourMs);
    await becomes('sms failed');
  });

  it('goes no other way where the phone got a later message of the same', async () => {
    const { person, device, becomes } = await newPerson();
    await person.save({ channels: { sms: ['warning', 'critical'], email: [] } });
    const takes = (id: string, status: string) => {
      people.sms.answerWith(200, JSON.stringify({ success: true, message_id: id }));
      people.sms.say(status, id);
    };
    takes('msg_3', 'sent');
    await device.push(60);
    for (const _ of [1, 2, 3]) {
      await people.pass(10 * minuteMs);
      await device.push(15);
    }
    await people.pass(2 * minuteMs);
    await becomes('sms sent');
    takes('msg_4', 'delivered');
    for (const _ of [1, 2, 3]) {
      await people.pass(10 * minuteMs);
      await device.push(3);
    }
    await people.pass(2 * minuteMs);
    await becomes('sms sent', 'sms delivered');
    people.sms.say('undelivered', 'msg_3');
    await people.pass(2 * hourMs);
    await becomes('sms failed', 'sms delivered');
    await people.pass(hourMs);
    await becomes('sms failed', 'sms delivered');
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

  it('goes by each channel once, however many of them refuse', async () => {
    const { person, device, becomes } = await newPerson({
      webhook_url: `${people.receiver.url}/all`,
    });
    await person.save({ channels: { sms: ['critical'], email: [], webhook: [] } });
    people.sms.answerWith(400);
    people.mails.refuse(true);
    await device.raise('critical');
    await people.pass(windowMs);
    await becomes('sms failed', 'email failed', 'webhook delivered');
    people.mails.refuse(false);
  });

  it('says the worse of two states by the other way, though the milder one went there', async () => {
    const { person, messages, device } = await newPerson();
    await person.save({ channels: { sms: ['warning', 'critical'], email: [] } });
    people.sms.answerWith(503);
    await device.push(60);
    people.server.clock.advance(minuteMs);
    for (const level of [15, 15, 15, 3, 3, 3]) {
      await device.push(level);
      await people.pass(10 * minuteMs);
    }
    const mailed = async () =>
      (await messages())
        .filter(({ channel }) => channel === 'email')
        .map(({ incidents: [incident] }) => incident?.severity);
    for (let minute = 0; minute < 20 && (await mailed()).length < 2; minute += 1) {
      await people.pass(minuteMs);
    }
    assert.deepEqual(await mailed(), ['warning', 'critical']);
  });

  it('waits for the end of quiet hours where it is not critical', async () => {
    const quiet_hours = { from: '13:00', until: '15:00' };
    const { person, device, history } = await newPerson({ timezone: 'UTC', quiet_hours });
    await person.save({ channels: { sms: ['warning', 'critical'], email: [] } });
    people.sms.answerWith(503);
    const toTime = (time: string) => {
      const day = new Date(people.server.clock.now + dayMs).toISOString().slice(0, 10);
      return people.pass(Date.parse(`${day}T${time}Z`) - people.server.clock.now);
    };
    await toTime('12:57:00');
    await device.raise('warning');
    await people.pass(61_000);
    for (let minute = 0; minute < 100; minute += 10) await people.pass(10 * minuteMs);
    assert.deepEqual(await history(), ['sms pending']);
    await people.pass(30 * minuteMs);
    await until(async () => (await history()).includes('email sent'));
  });

  it('goes no other way where another channel told it, or nothing lasts that it tells', async () => {
    const both = await newPerson({ webhook_url: `${people.receiver.url}/both` });
    people.sms.answerWith(400);
    await both.device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual((await both.told()).sort(), ['sms failed', 'webhook delivered']);

    for (const action of ['acknowledge', 'snooze']) {
      people.sms.answerWith(200);
      const seen = await newPerson();
      people.sms.answerWith(503);
      const id = await seen.device.raise('critical');
      await people.pass(windowMs);
      const until = new Date(people.server.clock.now + dayMs).toISOString();
      const path = `/api/alerts.php?action=${action}&id=${id}&until=${until}`;
      const { token } = seen.person;
      const { status, text } = await people.server.request('PUT', path, { token });
      assert.equal(status, 200, text);
      for (const _ of [1, 2, 3, 4]) await triedAgain();
      assert.deepEqual(await seen.history(), ['sms pending'], action);
    }
  });
});
