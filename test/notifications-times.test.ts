import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hourMs, minuteMs } from '../src/kit/time/units.ts';
import { type NotifiedPeople, startNotifiedPeople } from './helpers/accounts/notified-people.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

describeOnBothEngines('when people are told of alerts', (engine) => {
  let people: NotifiedPeople;
  /** Half past ten at night in Nairobi, half past two in the afternoon in New York. */
  before(async () => {
    people = await startNotifiedPeople(engine, '2026-11-21T19:30:00.000Z');
  });
  after(() => people.stop());

  it('is at once what is critical, and in the morning of their zone what is not, as one message', async () => {
    const quiet = { settings: { quiet_hours: { from: '22:00', until: '06:00' } } };
    const sleeper = await people.newPerson(quiet);
    const faraway = await people.newPerson({ ...quiet, timezone: 'America/New_York' });
    const tanks = [await people.newDevice(sleeper), await people.newDevice(sleeper)] as const;
    const elsewhere = await people.newDevice(faraway);
    await tanks[0].raise('warning');
    await elsewhere.raise('warning');
    for (const level of [50, 12, 12.1]) await tanks[1].push(level);
    await people.pass(2 * minuteMs);
    assert.equal((await faraway.told()).length, 1);
    assert.deepEqual(await sleeper.told(), []);
    await tanks[0].raise('critical');
    await people.pass(6000);
    const woken = await sleeper.told();
    assert.deepEqual(
      woken.map(({ incidents }) => incidents.map(({ severity }) => severity)),
      [['critical']],
    );
    for (const level of [70, 70.1]) await tanks[1].push(level);
    // Midnight passes, and it is a minute to six.
    await people.pass(2 * hourMs);
    await people.pass(5 * hourMs + 27 * minuteMs);
    assert.deepEqual(await sleeper.told(), []);
    await people.pass(2 * minuteMs);
    const [digest, ...others] = await sleeper.told();
    assert.deepEqual(others, []);
    assert.match(digest?.title ?? '', /^In the quiet hours: \d/);
    const told = digest?.incidents.map(({ device_id, phase }) => [device_id, phase]) ?? [];
    assert.deepEqual(told.find(([id]) => id === tanks[0].id)?.[1], 'raised');
    assert.ok(told.some(([id, phase]) => id === tanks[1].id && phase === 'resolved'));
  });

  /** A tank of which only low water is told, with its owner. */
  const newLowTank = async () => {
    const person = await people.newPerson();
    const { token } = person;
    const tank = await people.newDevice(person);
    const mute = async (more: string[]) => {
      const muted = ['jump', 'noise', 'stuck', 'heavy_use', 'leak', ...more];
      const json = { device_id: tank.id, sensor_name: 'main', muted };
      const path = '/api/sensor_configs.php?action=save';
      const { status, text } = await people.server.request('POST', path, { token, json });
      assert.ok(status < 300, text);
    };
    await mute([]);
    /** Goes through levels. @returns what the person is told meanwhile. */
    const go = async (levels: number[]) => {
      for (const level of levels) {
        await tank.push(level);
        people.server.clock.advance(16 * minuteMs);
      }
      await people.pass(2 * minuteMs);
      const told = (await person.told()).flatMap(({ incidents }) => incidents);
      return told.map(({ phase, severity }) => `${severity} ${phase}`);
    };
    return { token, tank, go, mute };
  };
  const full = [50, 50.1, 50.2, 50, 50.1];

  it('is when it becomes critical, however often the person was told of it before', async () => {
    const { go } = await newLowTank();
    assert.deepEqual(await go([40, 16, 16.1, 15.9]), ['warning raised']);
    assert.deepEqual(await go(full), ['warning resolved']);
    assert.deepEqual(await go([16, 16.1, 15.9]), ['warning back']);
    assert.deepEqual(await go([4, 4.1]), ['critical worse']);
    assert.deepEqual(await go(full), []);
    assert.deepEqual(await go([4, 4.1]), []);
  });

  it('is not when a kind is muted that is open, but once it is told again and comes back', async () => {
    const { token, tank, go, mute } = await newLowTank();
    assert.deepEqual(await go([40, 16, 16.1, 15.9]), ['warning raised']);
    await mute(['low']);
    assert.deepEqual(await go([15, 15.1]), []);
    const path = `/api/alerts.php?action=list&device_id=${tank.id}`;
    const { body } = await people.server.request('GET', path, { token });
    assert.ok((body as { resolved_at: string | null }[])[0]?.resolved_at);
    await people.pass(hourMs);
    await mute([]);
    assert.deepEqual(await go([14, 14.1]), ['warning back']);
    assert.deepEqual(await go(full), ['warning resolved']);
  });

  it('hangs on the time that the test passes, and not on how often the router has to be asked', async () => {
    const { go } = await newLowTank();
    assert.deepEqual(await go([40, 16, 16.1, 15.9]), ['warning raised']);
    await people.pass(2 * hourMs);
    // As many rounds as on a machine under load, after which the watch of silent devices had its first one.
    for (let round = 0; round < 31; round += 1) await people.pass(0);
    assert.deepEqual(await go([]), []);
  });

  it('is of a deleted alert once it is critical, or comes again, and of none that lasts', async () => {
    const { token, tank, go } = await newLowTank();
    const call = (method: string, query: string) =>
      people.server.request(method, `/api/alerts.php?action=${query}`, { token });
    const list = async () => {
      const { body } = await call('GET', `list&device_id=${tank.id}`);
      return body as { id: number; severity: string; created_at: string }[];
    };
    const remove = async ({ id }: { id: number }) =>
      assert.equal((await call('DELETE', `delete&id=${id}`)).status, 200);
    assert.deepEqual(await go([40, 16, 16.1, 15.9]), ['warning raised']);
    const [first] = await list();
    assert.ok(first);
    await remove(first);
    assert.deepEqual(await go([15, 15.1]), []);
    assert.deepEqual(await go([4, 4.1]), ['critical raised']);
    const [worse, ...more] = await list();
    assert.ok(worse && worse.id > first.id);
    assert.deepEqual([worse.severity, worse.created_at, more], ['critical', first.created_at, []]);
    await remove(worse);
    assert.deepEqual(await go(full), []);
    assert.deepEqual(await list(), []);
    assert.deepEqual(await go([4, 4.1]), ['critical raised']);
    assert.equal((await list()).length, 1);
    assert.deepEqual(await go(full), ['critical resolved']);
  });

  it('keeps to the SMS of a day; what goes beyond says so, and goes by e-mail instead', async () => {
    const { sms } = people;
    const person = await people.newPerson({ settings: { webhook_url: null, sms_a_day: 2 } });
    await people.giveSms(person);
    const tank = await people.newDevice(person);
    const raise = async () => {
      await tank.raise('critical');
      await people.pass(61_000);
      return (await person.told()).map(({ channel, status, error }) => [channel, status, error]);
    };
    assert.deepEqual(await raise(), [['sms', 'handed_over', null]]);
    assert.deepEqual(await raise(), [['sms', 'handed_over', null]]);
    const beyond = await raise();
    assert.deepEqual(beyond.sort(), [
      ['email', 'sent', null],
      ['sms', 'failed', 'the budget of the day is used up'],
    ]);
    assert.equal(sms.taken.length, 2);
    const mail = await people.mails.nextMail();
    assert.equal(mail.to, person.email);
    await people.pass(24 * hourMs);
    assert.deepEqual(await raise(), [['sms', 'handed_over', null]]);
  });
});
