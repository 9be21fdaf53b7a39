import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import {
  allowSilence,
  type DeviceAnswer,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';
import { randomIds } from '../../kit/ids.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { notifyPeople } from '../notifications/routing/notify-people.ts';
import { routeIncidents } from '../notifications/routing/route-incidents.ts';
import { purgeRemovedDevices } from '../retention/purge-removed-devices.ts';
import { createOfflineLoop } from './offline-loop.ts';

const minuteMs = 60_000;
const onlineMs = 15 * minuteMs;
const unstopped = new AbortController().signal;

type Alert = {
  id: number;
  device_id: string;
  kind: string;
  type: string;
  message: string;
  facts: Record<string, unknown>;
  is_read: boolean;
  raised_at: string;
  resolved_at: string | null;
};

describeOnBothEngines('outages', (engine) => {
  const server = useTestServer({
    engine,
    env: { TOKEN_HOURS: '8760' },
    timers: createTestTimers(),
  });
  let token: string;
  let ownerId: string;
  let devices: DeviceAnswer[];
  let round: (signal: AbortSignal) => Promise<void>;
  let told: { type: string; isOver: boolean }[];

  const publisher: Pick<LivePublisher, 'alertsChanged' | 'wentOffline'> = {
    alertsChanged: (raised) =>
      void told.push(
        ...raised.map(({ kind, resolved_at }) => ({ type: kind, isOver: resolved_at !== null })),
      ),
    wentOffline: () => {},
  };
  beforeEach(async () => {
    told = [];
    const owner = await registerUser(server);
    token = owner.token;
    ownerId = owner.user.id;
    devices = [];
    for (const device_name of ['Roof', 'Barn', 'School', null]) {
      const { id, mac_or_serial } = await registerDevice(server, token);
      const json = { mac_or_serial, device_name };
      const path = '/api/devices.php?action=update-name';
      const { body } = await server.request('PUT', path, { token, json });
      devices.push({ ...(body as DeviceAnswer), id });
    }
    await allowSilence(server, token, devices);
    round = startWatch();
  });
  const startWatch = () =>
    createOfflineLoop({
      db: server.db,
      clock: () => server.clock.now,
      clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
      timers: { now: () => server.clock.now },
      onlineMs,
      publisher,
    });

  const push = async (some: DeviceAnswer[], place: Record<string, number> = {}) => {
    for (const { mac_or_serial } of some) {
      const form = { mac_address: mac_or_serial, water_level_percent: 50, ...place };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    }
  };
  const standsAt = async ({ id: device_id }: DeviceAnswer, place: Record<string, number>) => {
    const json = { device_id, ...place };
    const path = '/api/devices.php?action=update-location';
    assert.equal((await server.request('PUT', path, { token, json })).status, 200);
  };
  /** Advances the time with a round a minute, while some devices push every five minutes. */
  const pass = async (minutes: number, alive: DeviceAnswer[] = []) => {
    for (let minute = 1; minute <= minutes; minute++) {
      server.clock.advance(minuteMs);
      if (minute % 5 === 0) await push(alive);
      await round(unstopped);
    }
  };
  const get = async <T>(path: string) => {
    const { status, body, text } = await server.request('GET', path, { token });
    assert.equal(status, 200, text);
    return body as T;
  };
  const alerts = ({ id }: Pick<DeviceAnswer, 'id'>) =>
    get<Alert[]>(`/api/alerts.php?action=list&device_id=${id}`);
  const alertsOfEach = () => Promise.all(devices.map(alerts));
  const unread = async ({ id }: DeviceAnswer) =>
    (await get<{ unread_count: number }>(`/api/alerts.php?action=unread-count&device_id=${id}`))
      .unread_count;
  const [first, second, third, fourth] = [0, 1, 2, 3].map((at) => () => {
    const device = devices[at];
    assert.ok(device);
    return device;
  }) as [() => DeviceAnswer, () => DeviceAnswer, () => DeviceAnswer, () => DeviceAnswer];

  const route = () =>
    routeIncidents(
      { db: server.db, clock: () => server.clock.now, hasMail: true, checkSms: async () => {} },
      unstopped,
    );
  /** Tells everybody what is due, and returns all that a person has been told. */
  const messagesTo = async (userId: string | number) => {
    const deps = { db: server.db, clock: () => server.clock.now, ids: randomIds, hasMail: true };
    await notifyPeople(deps, unstopped);
    const stored = await server.db.read
      .selectFrom('notifications as n')
      .innerJoin('notification_targets as t', 't.id', 'n.target_id')
      .select('n.body')
      .where('t.user_id', '=', Number(userId))
      .execute();
    return stored.map(({ body }) => body);
  };

  /** Lets three of four fall silent within six minutes. */
  const cutPower = async () => {
    await push(devices);
    const since = server.clock.now;
    await pass(3, [fourth()]);
    await push([second()]);
    await pass(3, [fourth()]);
    await push([third()]);
    await pass(20, [fourth()]);
    return since;
  };

  it('are one alert with one id, listed under each of the devices', async () => {
    const since = await cutPower();
    const [one = [], two = [], three = [], none] = await alertsOfEach();
    assert.deepEqual(none, []);
    const [outage] = one;
    const names = ['Roof', 'Barn', 'School'];
    assert.deepEqual([outage?.kind, outage?.type], ['outage', 'offline']);
    const told_at = Date.parse(outage?.raised_at ?? '');
    const place = { latitude: null, longitude: null, places: [], place_count: 0, placed: 0 };
    const facts = { devices: 3, names, since, told_at, ...place, unplaced: 3 };
    assert.deepEqual(outage?.facts, facts);
    assert.equal(
      outage?.message,
      `3 devices have not been heard of for ${(Date.parse(outage?.raised_at) - since) / minuteMs} minutes: ${names.join(', ')}.`,
    );
    assert.deepEqual(two, [{ ...outage, device_id: second().id }]);
    assert.deepEqual(three, [{ ...outage, device_id: third().id }]);
    assert.deepEqual(
      (await get<Alert[]>('/api/alerts')).map(({ id }) => id),
      [outage?.id],
    );
    const ofOne = await get<Alert[]>(`/api/alerts?device_id=${third().id}&unread=true`);
    assert.deepEqual(ofOne, three);
    assert.deepEqual(told, [{ type: 'outage', isOver: false }]);
  });

  it('say at which places the devices stand that a person may see, to about a kilometre', async () => {
    const guest = await registerUser(server);
    await shareDevice(server, { token, device_id: second().id, with: guest, role: 'viewer' });
    const spots = [
      [-1.28641, 36.81722],
      [-1.28909, 36.82311],
      [-0.09171, 34.76796],
    ] as const;
    for (const [at, [latitude, longitude]] of spots.entries()) {
      const json = { device_id: devices[at]?.id, latitude, longitude };
      const answer = await server.request('PUT', '/api/devices.php?action=update-location', {
        token,
        json,
      });
      assert.equal(answer.status, 200, answer.text);
    }
    await cutPower();
    const seenBy = async (bearer: string) => {
      const { body } = await server.request('GET', '/api/alerts', { token: bearer });
      const [outage] = body as Alert[];
      const { places, place_count, placed, unplaced } = outage?.facts ?? {};
      return { places, place_count, placed, unplaced, message: outage?.message };
    };
    const { message, ...own } = await seenBy(token);
    assert.deepEqual(own, {
      places: [
        { latitude: -1.29, longitude: 36.82, devices: 2 },
        { latitude: -0.09, longitude: 34.77, devices: 1 },
      ],
      place_count: 2,
      placed: 3,
      unplaced: 0,
    });
    assert.match(message ?? '', /^3 devices at 2 places have not been heard of/);
    const { message: told, ...guests } = await seenBy(guest.token);
    const place = { latitude: -1.29, longitude: 36.82, devices: 1 };
    assert.deepEqual(guests, { places: [place], place_count: 1, placed: 1, unplaced: 0 });
    assert.match(told ?? '', /^3 devices have not been heard of/);
  });

  it('name to each person the devices that the person may see, in lists and in messages', async () => {
    const guest = await registerUser(server);
    await shareDevice(server, { token, device_id: third().id, with: guest, role: 'operator' });
    await cutPower();
    const path = '/api/alerts';
    const { body } = await server.request('GET', path, { token: guest.token });
    const [outage] = body as Alert[];
    assert.equal(outage?.device_id, third().id);
    assert.deepEqual([outage?.facts['devices'], outage?.facts['names']], [3, ['School']]);
    assert.match(outage?.message ?? '', /: School and 2 more\.$/);

    await route();
    server.clock.advance(60 * minuteMs);
    const toGuest = await messagesTo(guest.user.id);
    assert.equal(toGuest.length, 1);
    const text = toGuest[0] ?? '';
    assert.ok(text.includes('School'));
    assert.ok(!text.includes('Roof') && !text.includes('Barn'));

    const acknowledging = `/api/alerts.php?action=acknowledge&id=${outage?.id}`;
    const { status } = await server.request('PUT', acknowledging, { token: guest.token });
    assert.equal(status, 200);
    const [seenByOwner] = (await alerts(first())) as (Alert & { acknowledged_at: string | null })[];
    assert.notEqual(seenByOwner?.acknowledged_at, null);
  });

  it('are read for all of their devices at once, and deleted so', async () => {
    await cutPower();
    assert.deepEqual(await Promise.all(devices.map(unread)), [1, 1, 1, 0]);
    const query = `action=mark-all-read&device_id=${third().id}`;
    const { body } = await server.request('PUT', `/api/alerts.php?${query}`, { token });
    assert.deepEqual(body, { updated: 1 });
    assert.deepEqual(await Promise.all(devices.map(unread)), [0, 0, 0, 0]);
    const [outage] = await alerts(third());
    assert.equal(outage?.is_read, true);
    const stranger = (await registerUser(server)).token;
    const path = `/api/alerts.php?action=delete&id=${outage?.id}`;
    assert.equal((await server.request('DELETE', path, { token: stranger })).status, 404);
    assert.equal((await server.request('DELETE', path)).status, 401);
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    await pass(5, [fourth()]);
    assert.deepEqual(await alertsOfEach(), [[], [], [], []]);
  });

  it('take in what falls silent within the next minutes', async () => {
    await push(devices);
    await pass(8);
    await push([fourth()]);
    await pass(8);
    const [before] = await alerts(first());
    assert.equal(before?.facts['devices'], 3);
    assert.deepEqual(await alerts(fourth()), []);
    await pass(8);
    const [joined, ...more] = await alerts(fourth());
    assert.deepEqual([joined?.id, joined?.facts['devices'], more], [before?.id, 4, []]);
  });

  it('are told to the people of a device that joins later, and to the others once', async () => {
    const guest = await registerUser(server);
    await shareDevice(server, { token, device_id: fourth().id, with: guest, role: 'operator' });
    await push(devices);
    await pass(8);
    await push([fourth()]);
    await pass(8);
    assert.equal((await alerts(first()))[0]?.facts['devices'], 3);
    await route();
    await pass(2);
    assert.equal((await messagesTo(ownerId)).length, 1);
    await pass(6);
    assert.equal((await alerts(fourth()))[0]?.facts['devices'], 4);
    await route();
    server.clock.advance(60 * minuteMs);
    const toGuest = await messagesTo(guest.user.id);
    assert.equal(toGuest.length, 1);
    assert.match(toGuest[0] ?? '', /4 (devices|vifaa)/);
    assert.equal((await messagesTo(ownerId)).length, 1);
    await push(devices);
    await pass(1);
    await route();
    server.clock.advance(5 * minuteMs);
    assert.match((await messagesTo(guest.user.id)).join(), /Over: /);
    assert.equal((await messagesTo(ownerId)).length, 2);
  });

  it('are over when all are back; the same outage within a day is the same incident', async () => {
    await cutPower();
    const [outage] = await alerts(first());
    await push([first(), second()]);
    await pass(1, [fourth()]);
    assert.equal((await alerts(first()))[0]?.resolved_at, null);
    await push([third()]);
    await pass(1, [fourth()]);
    const over = (await alertsOfEach()).flat();
    assert.deepEqual(
      over.map(({ id, resolved_at }) => [id, resolved_at !== null]),
      [1, 2, 3].map(() => [outage?.id, true]),
    );
    assert.deepEqual(told.at(-1), { type: 'outage', isOver: true });
    await pass(90, devices);
    await cutPower();
    const again = (await alertsOfEach()).flat();
    assert.deepEqual(
      again.map(({ id, resolved_at }) => [id, resolved_at]),
      [1, 2, 3].map(() => [outage?.id, null]),
    );
    assert.notEqual(again[0]?.raised_at, outage?.raised_at);
  });

  it('leave the last stragglers behind, each offline by itself', async () => {
    await cutPower();
    await push([first(), second()]);
    await pass(9, [first(), second(), fourth()]);
    assert.deepEqual(
      (await alerts(third())).map(({ kind }) => kind),
      ['outage'],
    );
    await pass(3, [first(), second(), fourth()]);
    const [offline, outage] = await alerts(third());
    assert.deepEqual([offline?.kind, offline?.resolved_at], ['offline', null]);
    assert.ok(outage?.resolved_at);
    assert.deepEqual(
      (await alerts(first())).map(({ kind }) => kind),
      ['outage'],
    );
    await push([third()]);
    await pass(1, devices);
    assert.ok((await alerts(third()))[0]?.resolved_at);
  });

  it('are of neighbours where the account is large', async () => {
    const others: DeviceAnswer[] = [];
    for (let count = 0; count < 12; count++) others.push(await registerDevice(server, token));
    const here = { latitude: -6.7913, longitude: 39.2041 };
    await push([...devices.slice(0, 2), ...others.slice(0, 1)], here);
    // The place that a person enters takes precedence over the one that the device reports.
    await push([third()]);
    await standsAt(third(), here);
    await push([fourth()], here);
    await standsAt(fourth(), { latitude: -6.5, longitude: 39.2 });
    await pass(26, others);
    const [[outage], , , [offline]] = (await alertsOfEach()) as [
      Alert[],
      Alert[],
      Alert[],
      Alert[],
    ];
    assert.deepEqual(outage?.facts['devices'], 3);
    assert.deepEqual([outage?.facts['latitude'], outage?.facts['longitude']], [-6.79, 39.2]);
    assert.equal(offline?.kind, 'offline');
  });

  it('are none for a lone device, which is told without delay', async () => {
    await push(devices);
    await pass(15, devices.slice(1));
    assert.deepEqual(
      (await alerts(first())).map(({ kind }) => kind),
      ['offline'],
    );
  });

  it('come from no restart', async () => {
    await push(devices);
    server.clock.advance(3 * 60 * minuteMs);
    round = startWatch();
    await pass(14);
    await push(devices);
    await pass(10, devices);
    assert.deepEqual((await alertsOfEach()).flat(), []);
  });

  for (const [name, nth] of [
    ['first', 0],
    ['second', 1],
    ['third', 2],
  ] as const) {
    it(`go on for the others when the ${name} device is removed`, async () => {
      await cutPower();
      const removed = devices[nth];
      assert.ok(removed);
      const others = devices.slice(0, 3).filter((device) => device !== removed);
      const [outage] = await alerts(others[0] as DeviceAnswer);
      const query = `action=remove&id=${removed.id}`;
      await server.request('DELETE', `/api/devices.php?${query}`, { token });
      await purgeRemovedDevices({ db: server.db }, unstopped);
      const left = await server.db.read
        .selectFrom('outage_devices')
        .select('device_id')
        .where('device_id', '=', Number(removed.id))
        .execute();
      assert.deepEqual(left, []);
      for (const device of others) {
        const [same] = await alerts(device);
        assert.deepEqual([same?.id, same?.resolved_at], [outage?.id, null]);
      }
      await push(others);
      await pass(1, [fourth()]);
      for (const device of others) assert.ok((await alerts(device))[0]?.resolved_at);
    });
  }

  it('keep who has read them and who was told when their device is removed', async () => {
    await cutPower();
    const [outage] = await alerts(first());
    const { db } = server;
    const row = await db.read
      .selectFrom('incidents')
      .select('device_id')
      .where('id', '=', outage?.id ?? 0)
      .executeTakeFirstOrThrow();
    const carrier = devices.find(({ id }) => Number(id) === row.device_id);
    const other = devices.slice(0, 3).find((device) => device !== carrier);
    assert.ok(carrier && other);
    await server.request('PUT', `/api/alerts.php?action=mark-read&id=${outage?.id}`, { token });
    assert.equal((await alerts(other))[0]?.is_read, true);
    await server.request('DELETE', `/api/devices.php?action=remove&id=${carrier.id}`, { token });
    await purgeRemovedDevices({ db }, unstopped);
    const [same] = await alerts(other);
    assert.deepEqual([same?.id, same?.is_read], [outage?.id, true]);
  });
});
