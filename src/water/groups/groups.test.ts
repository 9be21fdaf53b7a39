import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { useGroupCalls } from '../../../test/helpers/water/group-calls.ts';
import { hourMs } from '../../kit/time/units.ts';
import { learnHabits } from '../insights/forecast/habit-loop.ts';
import type { Group } from './schemas.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('groups of tanks', (engine) => {
  const server = useTestServer({ engine, env: { PUSH_BURST_PER_DEVICE: '100' } });
  const calls = useGroupCalls(server);
  const { newPerson, newDevice, call, create, get, listOf, rolesOf, share, onDevices } = calls;
  const { push, configure } = calls;

  it('are made, renamed, filled, emptied and deleted', async () => {
    const owner = await newPerson();
    const [first, second] = [await newDevice(owner), await newDevice(owner)];
    const made = await create(owner, { name: 'Estate A', device_ids: [first.id, first.id] });
    assert.deepEqual([made.name, made.role, made.device_ids], ['Estate A', 'owner', [first.id]]);
    const renamed = await call(owner, 'POST', 'update', { id: made.id, name: 'Estate B' });
    assert.equal((renamed.body as Group).name, 'Estate B');
    const device_ids = [second.id, first.id];
    const filled = await call(owner, 'POST', 'add', { id: made.id, device_ids });
    assert.deepEqual((filled.body as Group).device_ids, [first.id, second.id]);
    assert.deepEqual(await listOf(owner), [filled.body]);
    const emptied = await call(owner, 'POST', 'remove', { id: made.id, device_ids: [first.id] });
    assert.deepEqual((emptied.body as Group).device_ids, [second.id]);
    const gone = await call(owner, 'DELETE', 'delete', `&id=${made.id}`);
    assert.deepEqual(gone.body, { id: made.id, deleted: true });
    assert.deepEqual(await listOf(owner), []);
    assert.deepEqual(failureOf(await call(owner, 'GET', 'get', `&id=${made.id}`)), missing);
    assert.equal((await rolesOf(owner)).length, 2);
  });

  it('take no device and no name of another', async () => {
    const [owner, other] = [await newPerson(), await newPerson()];
    const [own, foreign] = [await newDevice(owner), await newDevice(other)];
    const { id } = await create(owner, { name: 'Village' });
    for (const device of [foreign.id, 'nonsense', '999999999']) {
      const json = { id, device_ids: [own.id, device] };
      assert.deepEqual(failureOf(await call(owner, 'POST', 'add', json)), missing, device);
    }
    assert.deepEqual((await get(owner, id)).device_ids, []);
    const taken = [409, 'group_name_taken'];
    assert.deepEqual(failureOf(await call(owner, 'POST', 'create', { name: 'VILLAGE ' })), taken);
    await create(other, { name: 'Village' });
    await call(owner, 'POST', 'update', { id, name: 'village' });
    assert.equal((await get(owner, id)).name, 'village');
  });

  it('are at most 100 of a person, with at most 1,000 devices each', async () => {
    const owner = await newPerson();
    const first = await create(owner, { name: 'Group 1' });
    for (let n = 2; n <= 99; n++) await create(owner, { name: `Group ${n}` });
    const two = ['A', 'B'].map((name) => call(owner, 'POST', 'create', { name }));
    const answers = (await Promise.all(two)).map(({ status }) => status);
    assert.deepEqual(answers.sort(), [201, 409]);
    const { id } = await newDevice(owner);
    const rows = Array.from({ length: 999 }, (_, n) => ({
      group_id: first.id,
      device_id: 800_000_000 + n,
    }));
    await server.db.write.insertInto('group_devices').values(rows).execute();
    const add = (device_ids: string[]) => call(owner, 'POST', 'add', { id: first.id, device_ids });
    assert.equal((await add([id])).status, 200);
    const more = await newDevice(owner);
    assert.deepEqual(failureOf(await add([more.id])), [409, 'group_full']);
  });

  it('sum their tanks up', async () => {
    const owner = await newPerson();
    const devices = await Promise.all([1, 2, 3].map(() => newDevice(owner)));
    const [full, empty, unmeasured] = devices;
    assert.ok(full && empty && unmeasured);
    const group = await create(owner, { name: 'All', device_ids: devices.map(({ id }) => id) });
    const none = { capacity_litres: null, litres: null, level_percent: null, low: 0, overflow: 0 };
    assert.deepEqual(group.sums, {
      devices: 3,
      online: 0,
      tanks: 0,
      open_alerts: 0,
      ...none,
      litres_today: null,
      litres_usual_day: null,
    });
    await configure(owner, full, 1000);
    await configure(owner, empty, 3000);
    await push(full, 95);
    await push(empty, 10);
    await push(unmeasured, 50);
    const { sums } = await get(owner, group.id);
    assert.deepEqual([sums.devices, sums.online, sums.tanks], [3, 3, 3]);
    assert.deepEqual([sums.capacity_litres, sums.litres, sums.level_percent], [4000, 1250, 31.25]);
    assert.deepEqual([sums.low, sums.overflow, sums.litres_today], [1, 1, 0]);
    const other = await create(owner, { name: 'One', device_ids: [full.id] });
    assert.deepEqual([other.sums.litres, other.sums.tanks, other.sums.low], [950, 1, 0]);
    await server.db.write
      .insertInto('incidents')
      .values(
        [full, empty].map(({ id }) => ({
          device_id: Number(id),
          kind: 'offline',
          facts: '{}',
          type: 'offline',
          severity: 'warning',
          source: 'auto',
          created_at: 1,
          raised_at: 1,
        })),
      )
      .execute();
    const alerts = (await listOf(owner)).map(({ name, sums }) => [name, sums.open_alerts]);
    const open = await server.db.read
      .selectFrom('incidents')
      .select('device_id')
      .where('resolved_at', 'is', null)
      .where('device_id', 'in', [Number(full.id), Number(empty.id), Number(unmeasured.id)])
      .execute();
    const ofFull = open.filter(({ device_id }) => device_id === Number(full.id));
    assert.ok(ofFull.length >= 1);
    assert.deepEqual(alerts, [
      ['All', open.length],
      ['One', ofFull.length],
    ]);
  });

  it('tell what was used today and on a usual day, as the tanks do', async () => {
    const owner = await newPerson();
    const device = await newDevice(owner);
    await configure(owner, device, 1000);
    for (let hour = 60; hour >= 0; hour--) await push(device, 20 + hour, hour);
    const unstopped = new AbortController().signal;
    await learnHabits({ db: server.db, clock: () => server.clock.now }, unstopped);
    const { sums } = await get(
      owner,
      (await create(owner, { name: 'Used', device_ids: [device.id] })).id,
    );
    const { body } = await server.request('GET', '/api/tanks', { token: owner.token });
    const [tank] = body as { sensors: { daily_use: number }[] }[];
    assert.ok(sums.litres_usual_day !== null);
    assert.equal(sums.litres_usual_day, tank?.sensors[0]?.daily_use);
    const sinceMidnight = new Date(server.clock.now + 3 * hourMs).getUTCHours();
    const { litres_today } = sums;
    assert.ok(litres_today !== null);
    assert.ok(Math.abs(litres_today - 10 * sinceMidnight) <= 20, `${litres_today}`);
  });

  it('give whom they are shared with a role at each device, also at those added later', async () => {
    const [owner, person] = [await newPerson(), await newPerson()];
    const [first, second] = [await newDevice(owner), await newDevice(owner)];
    const group = await create(owner, { name: 'Shared', device_ids: [first.id] });
    const shareId = await share(owner, group, person);
    assert.deepEqual(await rolesOf(person), [[first.id, 'operator']]);
    const ids = { id: group.id, device_ids: [second.id] };
    await call(owner, 'POST', 'add', ids);
    assert.deepEqual(await rolesOf(person), [
      [first.id, 'operator'],
      [second.id, 'operator'],
    ]);
    const [seen] = await listOf(person);
    assert.deepEqual([seen?.role, seen?.device_ids], ['operator', [first.id, second.id]]);
    await call(owner, 'POST', 'remove', { ...ids, device_ids: [first.id] });
    assert.deepEqual(await rolesOf(person), [[second.id, 'operator']]);
    const path = `/api/devices.php?action=unshare&id=${shareId}`;
    assert.equal((await server.request('DELETE', path, { token: person.token })).status, 200);
    assert.deepEqual([await rolesOf(person), await listOf(person)], [[], []]);
  });

  it('end what they gave when they are deleted, and leave what was given otherwise', async () => {
    const [owner, person] = [await newPerson(), await newPerson()];
    const device = await newDevice(owner);
    const group = await create(owner, { name: 'Short', device_ids: [device.id] });
    await share(owner, group, person, 'manager');
    const json = { device_id: device.id, to: person.email, role: 'viewer' };
    const { id } = (await onDevices(owner, 'POST', 'share', json)).body as { id: number };
    await onDevices(person, 'POST', 'accept', { id });
    assert.deepEqual(await rolesOf(person), [[device.id, 'manager']]);
    const refused = await call(person, 'DELETE', 'delete', `&id=${group.id}`);
    assert.deepEqual(failureOf(refused), [403, 'not_allowed']);
    await call(owner, 'DELETE', 'delete', `&id=${group.id}`);
    assert.deepEqual(await rolesOf(person), [[device.id, 'viewer']]);
    const left = await server.db.read
      .selectFrom('shares')
      .select('id')
      .where('group_id', '=', group.id)
      .execute();
    assert.deepEqual(left, []);
  });

  it('lose a device that goes to a new owner, or is removed', async () => {
    const [owner, person, heir] = [await newPerson(), await newPerson(), await newPerson()];
    const [given, removed] = [await newDevice(owner), await newDevice(owner)];
    const group = await create(owner, { name: 'Lost', device_ids: [given.id, removed.id] });
    await share(owner, group, person);
    const offer = { device_id: given.id, email: heir.email, keep_shares: true };
    const { id } = (await onDevices(owner, 'POST', 'transfer', offer)).body as { id: number };
    assert.equal((await onDevices(heir, 'POST', 'accept', { id })).status, 200);
    assert.deepEqual((await get(owner, group.id)).device_ids, [removed.id]);
    const { token } = owner;
    const path = `/api/devices.php?action=remove&id=${removed.id}`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    assert.deepEqual((await get(owner, group.id)).device_ids, []);
    assert.deepEqual(await rolesOf(person), []);
  });

  it('let managers share and rename them, and nobody else', async () => {
    const [owner, manager, viewer] = [await newPerson(), await newPerson(), await newPerson()];
    const group = await create(owner, { name: 'Managed' });
    await share(owner, group, manager, 'manager');
    await share(manager, group, viewer, 'viewer');
    const query = `/api/devices.php?action=shares&group_id=${group.id}`;
    const asked = (by: { token: string }) => server.request('GET', query, { token: by.token });
    assert.equal(((await asked(manager)).body as object[]).length, 2);
    const own = (await asked(viewer)).body as { role: string }[];
    assert.deepEqual(
      own.map(({ role }) => role),
      ['viewer'],
    );
    assert.deepEqual(failureOf(await asked(await newPerson())), missing);
    const json = { group_id: group.id, to: 'x@example.com', role: 'viewer' };
    assert.deepEqual(failureOf(await onDevices(viewer, 'POST', 'share', json)), [
      403,
      'not_allowed',
    ]);
    assert.deepEqual(failureOf(await onDevices(await newPerson(), 'POST', 'share', json)), missing);
    const name = { id: group.id, name: 'Renamed' };
    assert.equal((await call(manager, 'POST', 'update', name)).status, 200);
  });

  it('stand in the log of the devices', async () => {
    const owner = await newPerson();
    const device = await newDevice(owner);
    const { id } = await create(owner, { name: 'Logged', device_ids: [device.id] });
    await call(owner, 'POST', 'remove', { id, device_ids: [device.id] });
    const path = `/api/devices.php?action=log&device_id=${device.id}`;
    const { body } = await server.request('GET', path, { token: owner.token });
    const entries = (body as { action: string; facts: object }[]).slice(0, 2);
    assert.deepEqual(
      entries.map(({ action, facts }) => [action, facts]),
      [
        ['group_left', { group: 'Logged' }],
        ['group_joined', { group: 'Logged' }],
      ],
    );
  });
});
