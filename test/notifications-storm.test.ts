import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type NotifiedPeople, startNotifiedPeople } from './helpers/accounts/notified-people.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

const windowMs = 6000;
const alerts = 120;

describeOnBothEngines('a message of more alerts than it has lines', (engine) => {
  let people: NotifiedPeople;
  before(async () => {
    const PUBLIC_URL = 'https://tanks.example.org';
    people = await startNotifiedPeople(engine, undefined, { PUBLIC_URL });
  });
  after(() => people.stop());

  it('acknowledges all of them by its link, and says how many it does not name', async () => {
    const owner = await people.newPerson();
    const device = await people.newDevice(owner);
    const ids: number[] = [];
    for (let count = 0; count < alerts; count += 1) ids.push(await device.raise('critical'));
    await people.pass(windowMs);
    const [message, ...others] = await owner.told();
    assert.deepEqual([message?.incidents.length, others], [50, []]);
    const { data } = JSON.parse((await people.receiver.next()).body) as {
      data: { acknowledge_url: string; more: number };
    };
    assert.equal(data.more, alerts - 50);
    const { pathname } = new URL(data.acknowledge_url);
    const asked = await people.server.request('GET', pathname);
    assert.match(asked.text, /<li>And 70 more\.<\/li><\/ul><p>Will you see to this\?/);
    const done = await people.server.request('POST', pathname, { form: {} });
    assert.match(done.text, /Nobody else will be told/);
    const { token } = owner;
    const listed = await people.server.request('GET', '/api/alerts?limit=500', { token });
    const list = listed.body as { id: number; acknowledged_by: number | null }[];
    const open = list.filter(({ acknowledged_by }) => acknowledged_by === null);
    assert.deepEqual([list.length, open.length], [alerts, 0]);
    const told = await Promise.all(
      ids.map(async (id) => {
        const path = `/api/alerts.php?action=told&id=${id}`;
        const { body } = await people.server.request('GET', path, { token });
        return (body as { people: { messages: { phase: string }[] }[] }).people[0]?.messages;
      }),
    );
    assert.deepEqual(new Set(told.map((messages) => messages?.length)), new Set([1]));
    assert.ok(told.every((messages) => messages?.[0]?.phase === 'raised'));
  });
});
