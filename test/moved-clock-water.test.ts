import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import pino from 'pino';
import { createClockWatch } from '../src/kit/time/clock-watch.ts';
import { dayMs, hourMs, minuteMs } from '../src/kit/time/units.ts';
import { expireOverdueCommands } from '../src/water/pump-commands/loops/expire-commands.ts';
import { createOfflineLoop } from '../src/water/silence/offline-loop.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';
import { allowSilence, type DeviceAnswer, registerDevice } from './helpers/water/devices.ts';

const onlineMs = 15 * minuteMs;
const commandMs = 24 * hourMs;
const staleOnMs = 10 * 60_000;
const unstopped = new AbortController().signal;

type Alert = { type: string; severity: string; message: string };

describeOnBothEngines('tanks while the clock is set', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' }, isStill: true });
  let token: string;
  let device: DeviceAnswer;
  before(async () => {
    ({ token } = await registerUser(server));
  });
  beforeEach(async () => {
    device = await registerDevice(server, token);
  });

  const push = (form: Record<string, string | number>, { mac_or_serial } = device) =>
    server.request('POST', '/iot_push.php', { form: { mac_address: mac_or_serial, ...form } });
  const pushLevel = async (level: number, of = device) => {
    const { status, text } = await push({ water_level_percent: level }, of);
    assert.equal(status, 201, text);
  };
  const get = async <T>(path: string) => {
    const { status, body, text } = await server.request('GET', path, { token });
    assert.equal(status, 200, text);
    return body as T;
  };
  const latest = async () => {
    const path = `/api/sensors.php?action=latest&device_id=${device.id}`;
    return (await get<{ level: number }[]>(path))[0];
  };
  const alerts = (id = device.id) => get<Alert[]>(`/api/alerts.php?action=list&device_id=${id}`);
  const isOnline = async (id = device.id) =>
    (await get<DeviceAnswer[]>('/api/devices.php?action=list')).find((each) => each.id === id)
      ?.online;

  it('take pushes as ever: an hour back the level follows, and alerts are raised', async () => {
    await pushLevel(80);
    server.clock.jump(-hourMs);
    await pushLevel(5);
    assert.equal((await latest())?.level, 5);
    assert.deepEqual(
      (await alerts()).map(({ type }) => type),
      ['low'],
    );
    server.clock.jump(2 * dayMs);
    await pushLevel(60);
    server.clock.jump(-2 * dayMs);
    await pushLevel(7);
    assert.equal((await latest())?.level, 7);
    // Every reading is kept, and counted, where its time is.
    server.clock.jump(2 * dayMs);
    const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=72`;
    const history = await get<{ level: number }[]>(path);
    assert.deepEqual(history.map(({ level }) => level).sort(), [5, 60, 7, 80].sort());
    server.clock.jump(-2 * dayMs + hourMs);
  });

  it('take a reading by the right clock of a device while the server is set back', async () => {
    await pushLevel(80);
    const recorded_at = new Date(server.clock.now).toISOString();
    server.clock.jump(-hourMs);
    const taken = await push({ water_level_percent: 70, recorded_at });
    assert.equal(taken.status, 201, taken.text);
    server.clock.advance(10 * minuteMs);
    const refused = await push({ water_level_percent: 70, recorded_at });
    assert.equal(refused.status, 400);
    server.clock.jump(hourMs);
  });

  it('keep their allowance: nobody waits for an hour to push again', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 200 && !statuses.has(429); count += 1) {
      statuses.add((await push({ water_level_percent: 50 })).status);
    }
    assert.deepEqual([...statuses], [201, 429]);
    server.clock.jump(-hourMs);
    server.clock.advance(minuteMs);
    await pushLevel(50);
    server.clock.jump(hourMs);
  });

  it('are online by their last call, and not until a time that never came', async () => {
    server.clock.jump(dayMs);
    await pushLevel(50);
    server.clock.jump(-dayMs);
    assert.equal(await isOnline(), false);
    await pushLevel(50);
    assert.equal(await isOnline(), true);
    server.clock.advance(onlineMs);
    assert.equal(await isOnline(), false);
  });

  it('get the commands that were left for them, when the clock is back', async () => {
    const { round } = startRounds();
    const order = async () => {
      const json = { device_id: device.id, sensor_name: 'main', command: 'off' };
      const sent = await server.request('POST', '/api/pump_commands.php?action=send', {
        token,
        json,
      });
      assert.equal(sent.status, 201, sent.text);
    };
    const polled = async () => {
      const query = `mac_address=${encodeURIComponent(device.mac_or_serial)}`;
      const { body } = await server.request('GET', `/iot_commands.php?${query}`);
      return (body as unknown[]).length;
    };
    await order();
    server.clock.jump(2 * dayMs);
    await round.commands();
    server.clock.jump(-2 * dayMs);
    assert.equal(await polled(), 1);
    server.clock.advance(commandMs);
    assert.equal(await polled(), 0);
    // One that a clock left which was ahead is there no longer than any other.
    server.clock.jump(2 * dayMs);
    await order();
    server.clock.jump(-2 * dayMs);
    await round.commands();
    server.clock.advance(commandMs - 1);
    assert.equal(await polled(), 1);
    server.clock.advance(1);
    assert.equal(await polled(), 0);
  });

  it('raise no alert for a whole fleet by a clock a day ahead, and the right ones after it', async () => {
    const silent = await registerDevice(server, token);
    await allowSilence(server, token, [device, silent]);
    const { round, pass } = startRounds();
    const offline = async () =>
      (await Promise.all([alerts(device.id), alerts(silent.id)])).map(
        (all) => all.filter(({ type }) => type === 'offline').length,
      );
    await pass(onlineMs);
    for (const each of [device, silent]) await pushLevel(50, each);
    server.clock.jump(dayMs);
    await round.offline();
    assert.deepEqual(await offline(), [0, 0]);
    await pass(onlineMs - minuteMs);
    for (const each of [device, silent]) await pushLevel(50, each);
    server.clock.jump(-dayMs);
    await round.offline();
    await pass(onlineMs - minuteMs);
    await pushLevel(50);
    await round.offline();
    assert.deepEqual(await offline(), [0, 0]);
    // The one that has not called since the clock is right was heard of a day from now.
    await pass(minuteMs);
    await round.offline();
    await round.offline();
    assert.deepEqual(await offline(), [0, 1]);
    await pass(onlineMs);
    await round.offline();
    assert.deepEqual(await offline(), [1, 1]);
  });

  /** Rounds of the jobs, by a watch of the same clock. */
  function startRounds() {
    let monotonic = 0;
    const clock = () => server.clock.now;
    const timers = { now: () => monotonic, after: () => () => {} };
    const clockWatch = createClockWatch({ clock, timers, log: pino({ level: 'silent' }) });
    const publisher = { alertsChanged: () => {}, wentOffline: () => {}, commandsChanged: () => {} };
    const deps = {
      db: server.db,
      clock,
      timers,
      clockWatch,
      onlineMs,
      commandMs,
      staleOnMs,
      publisher,
    };
    const offline = createOfflineLoop(deps);
    return {
      round: {
        offline: () => offline(unstopped),
        commands: () => expireOverdueCommands(deps, unstopped),
      },
      /** With a round a minute. */
      pass: async (ms: number) => {
        for (let left = ms; left > 0; left -= minuteMs) {
          const step = Math.min(left, minuteMs);
          server.clock.advance(step);
          monotonic += step;
          await offline(unstopped);
        }
      },
    };
  }
});
