import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { nextPage } from '../../../test/helpers/http/answers.ts';
import { openStream } from '../../../test/helpers/http/event-stream.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import { makeOutage } from '../../../test/helpers/water/outages.ts';

const minuteMs = 60_000;

type AlertDevice = {
  device_id: string;
  device_name: string | null;
  role: string;
  silent_since: string | null;
  back_at: string | null;
  location: { latitude: number } | null;
  sensors: { sensor_name: string; level: number; status: string }[];
};
type Alert = { id: number; device_id: string; message: string; facts: { names: string[] } };

describeOnBothEngines('devices of an alert', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let devices: DeviceAnswer[];
  let since: number;
  let outage: number;

  const send = async (method: 'GET' | 'PUT' | 'POST', path: string, token: string, json?: object) =>
    await server.request(method, path, { token, ...(json && { json }) });
  const get = async <T>(path: string, token = owner.token) => {
    const { status, body, text } = await send('GET', path, token);
    assert.equal(status, 200, text);
    return body as T;
  };
  const devicesOf = async (query: string, token?: string) =>
    await get<AlertDevice[]>(`/api/alerts.php?action=devices&id=${outage}${query}`, token);
  const namesOf = (some: AlertDevice[]) => some.map(({ device_name }) => device_name);
  const nth = (index: number) => {
    const device = devices[index];
    assert.ok(device);
    return device;
  };
  /** A token of a program for some of the owner's devices. */
  const programFor = async (...ids: string[]) => {
    const json = { name: 'Screen', scope: 'read', device_ids: ids };
    const { body } = await send('POST', '/api/me/tokens', owner.token, json);
    return (body as { token: string }).token;
  };

  beforeEach(async () => {
    owner = await registerUser(server);
    devices = [];
    for (const device_name of ['Roof', 'Barn', 'School', 'Clinic']) {
      const { id, mac_or_serial } = await registerDevice(server, owner.token);
      const path = '/api/devices.php?action=update-name';
      await send('PUT', path, owner.token, { mac_or_serial, device_name });
      const form = {
        mac_address: mac_or_serial,
        water_level_percent: 15,
        latitude: -1.3,
        longitude: 36.8,
      };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
      devices.push({ id, mac_or_serial } as DeviceAnswer);
    }
    since = server.clock.now - 40 * minuteMs;
    outage = await makeOutage(server, {
      deviceIds: devices.slice(0, 3).map(({ id }) => Number(id)),
      since,
      back: { deviceIds: [Number(nth(1).id)], at: since + 30 * minuteMs },
    });
  });

  it('are all of an outage, with their level, since when each is silent, and whether it is back', async () => {
    const [roof, barn, school, ...more] = await devicesOf('');
    assert.deepEqual(more, []);
    assert.deepEqual(namesOf([roof, barn, school] as AlertDevice[]), ['Roof', 'Barn', 'School']);
    assert.deepEqual(roof?.silent_since, new Date(since).toISOString());
    assert.deepEqual([roof?.back_at, school?.back_at], [null, null]);
    assert.equal(barn?.back_at, new Date(since + 30 * minuteMs).toISOString());
    assert.deepEqual(
      roof?.sensors.map(({ sensor_name, level, status }) => [sensor_name, level, status]),
      [['main', 15, 'warning']],
    );
    assert.equal(roof?.location?.latitude, -1.3);
    assert.equal(roof?.role, 'owner');
    assert.deepEqual(namesOf(await devicesOf('&silent=true')), ['Roof', 'School']);
    assert.deepEqual(namesOf(await devicesOf('&silent=false')), ['Barn']);
  });

  it('come by pages', async () => {
    const path = `/api/alerts.php?action=devices&id=${outage}&limit=2`;
    const answer = await send('GET', path, owner.token);
    assert.deepEqual(namesOf(answer.body as AlertDevice[]), ['Roof', 'Barn']);
    const next = nextPage(answer);
    assert.ok(next);
    const last = await send('GET', next, owner.token);
    assert.deepEqual(namesOf(last.body as AlertDevice[]), ['School']);
    assert.equal(nextPage(last), undefined);
  });

  it('are those that a person may see, and no others', async () => {
    const guest = await registerUser(server);
    const school = { token: owner.token, device_id: nth(2).id };
    await shareDevice(server, { ...school, with: guest, role: 'viewer' });
    const [only, ...more] = await devicesOf('', guest.token);
    assert.deepEqual([only?.device_name, only?.role, more], ['School', 'viewer', []]);
    const read = `/api/alerts.php?action=mark-read&id=${outage}`;
    const { body } = await send('PUT', read, guest.token);
    const report = `/api/reports.php?action=alerts&device_id=${nth(2).id}`;
    const { alerts } = await get<{ alerts: Alert[] }>(report, guest.token);
    for (const alert of [body as Alert, alerts[0]]) {
      assert.deepEqual([alert?.id, alert?.facts.names], [outage, ['School']]);
      assert.match(alert?.message ?? '', /: School and 2 more\.$/);
    }
    const stranger = await registerUser(server);
    const path = `/api/alerts.php?action=devices&id=${outage}`;
    assert.equal((await send('GET', path, stranger.token)).status, 404);
    assert.equal((await server.request('GET', path)).status, 401);
  });

  for (const [name, index] of [
    ['the first', 0],
    ['another', 2],
  ] as const) {
    it(`are to a program for ${name} of them that one alone, also by name`, async () => {
      const { id } = nth(index);
      const token = await programFor(id);
      const own = ['Roof', 'Barn', 'School'][index];
      assert.deepEqual(namesOf(await devicesOf('', token)), [own]);
      for (const list of [
        `/api/alerts?device_id=${id}`,
        `/api/alerts?device_id=${id}&unread=true`,
        `/api/alerts.php?action=list&device_id=${id}`,
      ]) {
        const [alert] = await get<Alert[]>(list, token);
        assert.deepEqual([alert?.id, alert?.device_id, alert?.facts.names], [outage, id, [own]]);
        assert.match(alert?.message ?? '', new RegExp(`: ${own} and 2 more\\.$`));
      }
      const other = await programFor(nth(3).id);
      const path = `/api/alerts.php?action=devices&id=${outage}`;
      assert.equal((await send('GET', path, other)).status, 404);
    });
  }

  it('are the one device of any other alert', async () => {
    const json = { device_id: nth(3).id, type: 'maintenance', message: 'Clean it.' };
    const { body } = await send('POST', '/api/alerts.php?action=create', owner.token, json);
    const { id } = body as { id: number };
    const found = await get<AlertDevice[]>(`/api/alerts.php?action=devices&id=${id}`);
    assert.deepEqual(namesOf(found), ['Clinic']);
    assert.deepEqual([found[0]?.silent_since, found[0]?.back_at], [null, null]);
  });

  it('are told live one by one of an outage that is read or deleted, each to its people', async () => {
    const guest = await registerUser(server);
    const ids = devices.slice(0, 3).map(({ id }) => id);
    const beside = ids.slice(1);
    for (const device_id of beside) {
      const share = { token: owner.token, device_id, with: guest, role: 'viewer' } as const;
      await shareDevice(server, share);
    }
    const streams = {
      owner: await openStream(server, owner.token),
      guest: await openStream(server, guest.token),
    };
    const told = async (who: 'owner' | 'guest', count: number) =>
      (await streams[who].take(count)).map(({ type, data }) => `${type} ${data['device_id']}`);
    const read = (some: string[]) => some.map((id) => `alerts-read ${id}`);
    const mark = async (query: string, { token }: RegisteredUser) => {
      const { status, text } = await send('PUT', `/api/alerts.php?action=${query}`, token);
      assert.equal(status, 200, text);
    };
    await mark(`mark-read&id=${outage}`, owner);
    assert.deepEqual((await told('owner', 3)).sort(), read(ids));
    await mark(`mark-all-read&device_id=${nth(2).id}`, guest);
    assert.deepEqual((await told('guest', 2)).sort(), read(beside));
    const path = `/api/alerts.php?action=delete&id=${outage}`;
    assert.equal((await server.request('DELETE', path, { token: owner.token })).status, 200);
    assert.deepEqual((await told('owner', 3)).sort(), read(ids));
    assert.deepEqual((await told('guest', 2)).sort(), read(beside));
    for (const { hangUp } of Object.values(streams)) hangUp();
  });

  it('show it to their people live and in reports, each under a device of theirs', async () => {
    const guest = await registerUser(server);
    const barn = nth(1).id;
    const share = { token: owner.token, device_id: barn, with: guest, role: 'viewer' } as const;
    await shareDevice(server, share);
    const stream = await openStream(server, guest.token);
    const path = `/api/alerts.php?action=acknowledge&id=${outage}`;
    const { status, text } = await send('PUT', path, owner.token);
    assert.equal(status, 200, text);
    const { type, data } = await stream.next();
    assert.deepEqual([type, data['id'], data['device_id']], ['alert', outage, barn]);
    stream.hangUp();

    const { alerts, summary } = await get<{ alerts: Alert[]; summary: { total: number } }>(
      `/api/reports.php?action=alerts&device_id=${barn}`,
      guest.token,
    );
    const listed = alerts.filter(({ id }) => id === outage).map(({ device_id }) => device_id);
    assert.deepEqual(listed, [barn]);
    assert.equal(summary.total, alerts.length);
  });
});
