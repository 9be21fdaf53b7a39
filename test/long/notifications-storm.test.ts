import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hourMs, minuteMs } from '../../src/kit/time/units.ts';
import {
  type NotifiedPeople,
  startNotifiedPeople,
  type ToldMessage,
} from '../helpers/accounts/notified-people.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';

const many = 30;

describeOnBothEngines('a storm of alerts', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    people = await startNotifiedPeople(engine);
  });
  after(() => people.stop());

  /** A tank of two people, who are told by webhook and by e-mail. */
  const newTank = async () => {
    const settings = { channels: { email: ['warning', 'critical'] } };
    const [owner, manager] = [
      await people.newPerson({ settings }),
      await people.newPerson({ settings }),
    ];
    const device = await people.newDevice(owner);
    const { token } = owner;
    const shared = { token, device_id: device.id, with: manager, role: 'manager' as const };
    await shareDevice(people.server, shared);
    return { owner, manager, device };
  };
  const summary = (told: ToldMessage[]) =>
    told.map(({ channel, incidents }) => [channel, incidents.length]).sort();

  it('is one message a person and channel, for each of two people of a tank', async () => {
    const { owner, manager, device } = await newTank();
    for (let count = 0; count < many; count += 1) {
      await device.raise('warning');
      await people.pass(minuteMs / many);
    }
    await people.pass(2 * minuteMs);
    const once = [
      ['email', many],
      ['webhook', many],
    ];
    assert.deepEqual(summary(await owner.told()), once);
    assert.deepEqual(await manager.told(), []);
    for (let minute = 0; minute < 16; minute += 1) await people.pass(minuteMs);
    assert.deepEqual(summary(await manager.told()), once);
    assert.deepEqual(await owner.told(), []);
  });

  it('is two where all of it is critical: the first alert is not kept waiting', async () => {
    const { owner, device } = await newTank();
    for (let count = 0; count < many; count += 1) {
      await device.raise('critical');
      await people.pass(minuteMs / many);
    }
    await people.pass(2 * minuteMs);
    const hooks = (await owner.told()).filter(({ channel }) => channel === 'webhook');
    assert.equal(hooks.length, 2);
    assert.equal(hooks.flatMap(({ incidents }) => incidents).length, many);
  });

  it('of one level that flaps is one alert a day, and three messages', async () => {
    const { owner, device } = await newTank();
    await device.push(50);
    const seen = new Set<number>();
    let messages = 0;
    for (let hour = 0; hour < 22; hour += 1) {
      await device.push(hour % 2 === 0 ? 5 : 50);
      await people.pass(hourMs + minuteMs);
      for (const { channel, incidents } of await owner.told()) {
        if (channel !== 'webhook') continue;
        messages += 1;
        for (const { id } of incidents) seen.add(id);
      }
    }
    const path = `/api/alerts.php?action=list&device_id=${device.id}`;
    const { body } = await people.server.request('GET', path, { token: owner.token });
    const kinds = (body as { kind: string }[]).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'low').length, 1);
    assert.equal(seen.size, kinds.length);
    assert.ok(messages <= 3 * kinds.length, `${messages} messages of ${kinds}`);
  });
});
