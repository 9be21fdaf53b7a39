import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hourMs, minuteMs } from '../src/kit/time/units.ts';
import { callAuth } from './helpers/accounts/accounts.ts';
import { type NotifiedPeople, startNotifiedPeople } from './helpers/accounts/notified-people.ts';
import { shareDevice } from './helpers/accounts/sharing.ts';
import { failureOf } from './helpers/http/answers.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

type Told = {
  acknowledged_by: { id: string; full_name: string | null } | null;
  people: {
    role: string;
    waits_until: string | null;
    messages: { channel: string; phase: string; status: string }[];
  }[];
};

/** As long as something critical waits for others. */
const windowMs = 6000;

describeOnBothEngines('who is told of an alert', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    const PUBLIC_URL = 'https://tanks.example.org';
    people = await startNotifiedPeople(engine, undefined, { PUBLIC_URL });
  });
  after(() => people.stop());

  /** A tank of an owner, with a manager and a viewer. */
  const newTank = async () => {
    const [owner, manager, viewer] = [
      await people.newPerson({ settings: { escalate_minutes: 15 } }),
      await people.newPerson(),
      await people.newPerson(),
    ];
    const device = await people.newDevice(owner);
    const shared = { token: owner.token, device_id: device.id };
    await shareDevice(people.server, { ...shared, with: manager, role: 'manager' });
    await shareDevice(people.server, { ...shared, with: viewer, role: 'viewer' });
    const counts = async () => [
      (await owner.told()).length,
      (await manager.told()).length,
      (await viewer.told()).length,
    ];
    return { owner, manager, viewer, device, counts };
  };
  const acknowledge = async (token: string, id: number) => {
    const path = `/api/alerts.php?action=acknowledge&id=${id}`;
    assert.equal((await people.server.request('PUT', path, { token })).status, 200);
  };

  it('is the next person after each quarter of an hour in which nobody acknowledges', async () => {
    const { device, counts } = await newTank();
    await device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual(await counts(), [1, 0, 0]);
    await people.pass(14 * minuteMs);
    assert.deepEqual(await counts(), [0, 0, 0]);
    await people.pass(minuteMs);
    assert.deepEqual(await counts(), [0, 1, 0]);
    await people.pass(15 * minuteMs);
    assert.deepEqual(await counts(), [0, 0, 1]);
  });

  it('is shown to managers of the tank, without addresses, and who acknowledged', async () => {
    const { owner, manager, viewer, device, counts } = await newTank();
    await callAuth(people.server, 'update', { ...manager, json: { full_name: 'Juma Mwangi' } });
    const id = await device.raise('critical');
    await people.pass(windowMs);
    await counts();
    const path = `/api/alerts.php?action=told&id=${id}`;
    const read = async ({ token }: { token: string }) => {
      const answer = await people.server.request('GET', path, { token });
      assert.equal(answer.status, 200, answer.text);
      return answer.body as Told;
    };
    const first = await read(manager);
    assert.equal(first.acknowledged_by, null);
    assert.deepEqual(
      first.people.map(({ role, messages }) => [
        role,
        messages.map(({ channel, phase, status }) => [channel, phase, status]),
      ]),
      [
        ['owner', [['webhook', 'raised', 'delivered']]],
        ['manager', []],
        ['viewer', []],
      ],
    );
    assert.equal(first.people[0]?.waits_until, null);
    const wait = Date.parse(first.people[1]?.waits_until ?? '') - people.server.clock.now;
    assert.ok(wait > 14 * minuteMs && wait <= 15 * minuteMs);
    await acknowledge(manager.token, id);
    const later = await read(owner);
    assert.deepEqual(later.acknowledged_by, { id: manager.user.id, full_name: 'Juma Mwangi' });
    assert.ok(later.people.every(({ waits_until }) => waits_until === null));
    assert.doesNotMatch(JSON.stringify(later), /@|http/);
    const refused = await people.server.request('GET', path, { token: viewer.token });
    assert.deepEqual(failureOf(refused), [403, 'not_allowed']);
  });

  it('is who may operate the tank with a link that acknowledges, and a viewer without one', async () => {
    const owner = await people.newPerson({ settings: { webhook_url: null } });
    const hook = '/of-the-guest';
    const webhook_url = `${people.receiver.url}${hook}`;
    const guest = await people.newPerson({ settings: { webhook_url } });
    const device = await people.newDevice(owner);
    const { token } = owner;
    const shared = { token, device_id: device.id, with: guest };
    await shareDevice(people.server, { ...shared, role: 'operator' });
    const linkOf = async () => {
      await device.raise('critical');
      await people.pass(61_000);
      assert.equal((await guest.told()).length, 1);
      let link: string | null | undefined;
      while (people.receiver.waiting()) {
        const { body, path } = await people.receiver.next();
        if (path === hook)
          link = (JSON.parse(body).data as { acknowledge_url: string | null }).acknowledge_url;
      }
      return link;
    };
    const link = await linkOf();
    assert.ok(link);
    const query = `/api/devices.php?action=shares&device_id=${device.id}`;
    const { body } = await people.server.request('GET', query, { token });
    for (const { id } of body as { id: number }[]) {
      await people.server.request('DELETE', `/api/devices.php?action=unshare&id=${id}`, { token });
    }
    await shareDevice(people.server, { ...shared, role: 'viewer' });
    assert.equal(await linkOf(), null);
    const { pathname } = new URL(link);
    for (const method of ['GET', 'POST']) {
      const { status, text } = await people.server.request(method, pathname, {
        ...(method === 'POST' && { form: {} }),
      });
      assert.equal(status, 200);
      assert.match(text, /Only whoever may operate this tank can take it on\./);
      assert.doesNotMatch(text, /<button|Thank you/);
    }
  });

  it('is nobody further once somebody has acknowledged', async () => {
    const { manager, device, counts } = await newTank();
    const id = await device.raise('critical');
    await people.pass(windowMs);
    await people.pass(15 * minuteMs);
    assert.deepEqual(await counts(), [1, 1, 0]);
    await acknowledge(manager.token, id);
    await people.pass(hourMs);
    assert.deepEqual(await counts(), [0, 0, 0]);
  });

  it('is nobody whose share has ended meanwhile', async () => {
    const { owner, manager, device, counts } = await newTank();
    await device.raise('critical');
    await people.pass(windowMs);
    const path = `/api/devices.php?action=shares&device_id=${device.id}`;
    const { body } = await people.server.request('GET', path, { token: owner.token });
    const shares = body as { id: number; user: { id: string } | null }[];
    const share = shares.find(({ user }) => user?.id === manager.user.id);
    const ended = await people.server.request(
      'DELETE',
      `/api/devices.php?action=unshare&id=${share?.id}`,
      { token: owner.token },
    );
    assert.equal(ended.status, 200, ended.text);
    await people.pass(15 * minuteMs);
    await people.pass(15 * minuteMs);
    assert.deepEqual(await counts(), [1, 0, 1]);
  });

  it('is nobody of what was deleted meanwhile', async () => {
    const { owner, device, counts } = await newTank();
    const id = await device.raise('critical');
    const path = `/api/alerts.php?action=delete&id=${id}`;
    const { token } = owner;
    assert.equal((await people.server.request('DELETE', path, { token })).status, 200);
    await people.pass(windowMs);
    await device.raise('critical');
    await people.pass(windowMs);
    const told = await owner.told();
    assert.equal(told.length, 1);
    assert.ok(told.every(({ incidents }) => incidents.every((each) => each.id !== id)));
    assert.deepEqual(await counts(), [0, 0, 0]);
  });

  it('is the first person again, and then the next, of what comes back after it was acknowledged', async () => {
    const { owner, device, counts } = await newTank();
    await device.push(2);
    await people.pass(windowMs);
    const [first] = await owner.told();
    await acknowledge(owner.token, first?.incidents[0]?.id ?? 0);
    await people.pass(minuteMs);
    for (const level of [60, 60.1]) await device.push(level);
    await people.pass(2 * hourMs);
    await device.push(60);
    await people.pass(minuteMs);
    await counts();
    for (const level of [2, 2.1, 2]) await device.push(level);
    await people.pass(minuteMs);
    const again = await owner.told();
    assert.deepEqual(
      again.flatMap(({ incidents }) => incidents.map(({ id, phase }) => [id, phase])),
      [[first?.incidents[0]?.id, 'back']],
    );
    assert.deepEqual(await counts(), [0, 0, 0]);
    await people.pass(15 * minuteMs);
    assert.deepEqual((await counts()).slice(0, 2), [0, 1]);
  });

  it('is the next person a quarter of an hour after the quiet hours of the first, unless it is critical', async () => {
    const { owner, device, counts } = await newTank();
    // It is eleven in the morning in Nairobi, and some hours of these tests later.
    const at = (ms: number) =>
      new Date(people.server.clock.now + 3 * hourMs + ms).toISOString().slice(11, 16);
    await owner.save({ quiet_hours: { from: at(-hourMs), until: at(hourMs) } });
    await device.raise('warning');
    await people.pass(30 * minuteMs);
    assert.deepEqual(await counts(), [0, 0, 0]);
    await people.pass(31 * minuteMs);
    assert.deepEqual(await counts(), [1, 0, 0]);
    await people.pass(15 * minuteMs);
    assert.deepEqual(await counts(), [0, 1, 0]);
    await owner.save({ quiet_hours: { from: at(-hourMs), until: at(hourMs) } });
    await device.raise('critical');
    await people.pass(windowMs);
    assert.deepEqual(await counts(), [1, 0, 0]);
    await people.pass(15 * minuteMs);
    assert.deepEqual((await counts()).slice(0, 2), [0, 1]);
  });
});
