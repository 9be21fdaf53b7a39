import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import {
  type SensorDesk,
  sensorTables,
  useSensorCalls,
} from '../../../test/helpers/water/sensor-calls.ts';
import { purgeRemovedSensors } from '../retention/purge-removed-sensors.ts';

const minute = 60_000;
const unstopped = new AbortController().signal;

type Reading = { id: string; sensor_name: string; level_cm: number; recorded_at: string };

describeOnBothEngines('the removal of a sensor', (engine) => {
  // Rounds run where a test asks for them alone: the server's own loop would delete a step more.
  const timers = createTestTimers();
  const server = useTestServer({ engine, timers, env: { PUSH_BURST_PER_DEVICE: '10000' } });

  const calls = useSensorCalls(server);
  const { newDesk, push, post, get, remove, removed, fill, seen, countRows } = calls;

  it('takes all of it and nothing of its neighbours', async () => {
    const desk = await newDesk();
    const alone = await newDesk();
    for (const name of ['roof', 'well']) await fill(desk, name);
    await fill(alone, 'well');
    const ofAlone = await seen(alone);
    // Writes pending rows of sensors, so that rows can be counted.
    const before = await countRows(alone);
    await removed(desk, 'roof');
    assert.deepEqual(await seen(desk), ofAlone);
    assert.deepEqual(await pending(desk), ['well']);
    await purgeRemovedSensors(server, unstopped);
    assert.deepEqual(await seen(desk), ofAlone);
    assert.deepEqual(await countRows(desk), before);
    assert.deepEqual(await seen(alone), ofAlone);
  });

  const pending = async ({ mac }: SensorDesk) => {
    const { body } = await server.request('GET', `/iot_commands.php?mac_address=${mac}`);
    return (body as { sensor_name: string }[]).map(({ sensor_name }) => sensor_name);
  };

  it('is 404 where there is none, and done once', async () => {
    const desk = await newDesk();
    await push(desk, 'roof', {});
    for (const name of ['well', 'Roof']) {
      assert.deepEqual(failureOf(await remove(desk, name)), [404, 'not_found']);
    }
    const stranger = { ...desk, token: (await registerUser(server)).token };
    assert.deepEqual(failureOf(await remove(stranger, 'roof')), [404, 'not_found']);
    const answers = await Promise.all([1, 2, 3].map(() => remove(desk, 'roof')));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  });

  it('takes one that was only configured, and makes room for another', async () => {
    const desk = await newDesk();
    await post(desk, 'sensor_configs.php?action=save', { sensor_name: 'roof' });
    await post(desk, 'sensor_configs.php?action=save', { sensor_name: 'well' });
    await removed(desk, 'roof');
    // Of two configured sensors the first takes pushes that name none.
    const unnamed = { mac_address: desk.mac, water_level_percent: 50 };
    const { body } = await server.request('POST', '/iot_push.php', { form: unnamed });
    assert.equal((body as Reading).sensor_name, 'well');
    assert.deepEqual((await seen(desk)).tanks, ['well']);
  });

  it('lets a push under its name begin a new sensor, with nothing of the old', async () => {
    const desk = await newDesk();
    await fill(desk, 'roof');
    await removed(desk, 'roof');
    for (const isPurged of [false, true]) {
      if (isPurged) await purgeRemovedSensors(server, unstopped);
      // Low by default thresholds, so it raises an alert of its own; no pump is steered any more.
      const { body } = await push(desk, 'roof', { water_level_percent: 15 });
      const { volume } = body as { volume: number | null };
      assert.equal(volume, null);
      server.clock.advance(minute);
    }
    const names = (count: number) => Array.from({ length: count }, () => 'roof');
    assert.deepEqual(await seen(desk), {
      latest: names(1),
      history: names(2),
      summary: names(1),
      exported: names(2),
      daily: names(1),
      tanks: names(1),
      configs: [],
      commands: [],
      alerts: names(1),
    });
    await removed(desk, 'roof');
    await purgeRemovedSensors(server, unstopped);
    const nothing = Object.fromEntries(sensorTables.map((table) => [table, 0]));
    assert.deepEqual(await countRows(desk), nothing);
  });

  it('leaves what is known of the device as it is', async () => {
    const desk = await newDesk();
    const place = { latitude: -1.25, longitude: 36.5 };
    await push(desk, 'roof', { ...place, battery_percent: 80, signal_dbm: -70 });
    await push(desk, 'well', {});
    const known = async () => {
      const [tank] = await get<Record<string, unknown>[]>(desk, 'tanks?');
      const { sensors: _, unread_alerts: __, ...rest } = tank ?? {};
      return rest;
    };
    const before = await known();
    assert.equal(before['battery'], 80);
    await removed(desk, 'roof');
    assert.deepEqual(await known(), before);
    server.clock.advance(minute);
    await push(desk, 'well', { battery_percent: 79 });
    const last_seen_at = new Date(server.clock.now).toISOString();
    assert.deepEqual(await known(), { ...before, battery: 79, last_seen_at });
    await removed(desk, 'well');
    await purgeRemovedSensors(server, unstopped);
    await push(desk, 'roof', { battery_percent: 78 });
    assert.deepEqual(await known(), { ...before, battery: 78, last_seen_at });
  });

  it('stops between two steps, and the next round finishes', async () => {
    const desk = await newDesk();
    await push(desk, 'roof', {});
    await push(desk, 'well', {});
    await addReadings(desk, 4500);
    await removed(desk, 'roof');
    assert.deepEqual((await seen(desk)).history, ['well']);
    const stopping = new AbortController();
    const { write } = server.db;
    let writes = 0;
    const db = {
      ...server.db,
      get write() {
        writes += 1;
        // The first three delete alerts, commands and who has read the alerts.
        if (writes === 4) stopping.abort();
        return write;
      },
    };
    await purgeRemovedSensors({ db }, stopping.signal);
    const left = (await countRows(desk))['readings'] ?? 0;
    assert.ok(left > 2000 && left < 4500, `${left} are left`);
    await push(desk, 'roof', {});
    await purgeRemovedSensors(server, unstopped);
    assert.deepEqual((await seen(desk)).history, ['roof', 'well']);
    assert.equal((await countRows(desk))['readings'], 2);
  });

  /** Stores readings of the device's first sensor, a day ago and older. */
  const addReadings = async ({ id }: SensorDesk, count: number) => {
    const row = { device_id: Number(id), sensor_no: 1, level: 50, status: 0, source: 0 };
    const until = server.clock.now - 24 * 60 * minute;
    for (let start = 0; start < count; start += 500) {
      const times = Array.from({ length: 500 }, (_, index) => until - (start + index) * 1000);
      const rows = times.map((recorded_at) => ({ ...row, recorded_at }));
      await server.db.write.insertInto('readings').values(rows).execute();
    }
  };

  it('keeps what is pushed after it, all of it, however it meets with pushes', async () => {
    const desk = await newDesk();
    let mark = 0;
    for (let round = 0; round < 12; round += 1) {
      const pushed = await Promise.all([
        ...Array.from({ length: 10 }, () => push(desk, 'roof', { water_level_cm: ++mark })),
        removeAfterOne(desk),
        ...Array.from({ length: 10 }, () => push(desk, 'roof', { water_level_cm: ++mark })),
        ...(round % 3 === 0 ? [purgeRemovedSensors(server, unstopped)] : []),
      ]);
      for (const answer of pushed) if (answer) assert.ok(answer.status < 300, answer.text);
      // Pushes from here on come after every removal.
      const last = (await push(desk, 'roof', { water_level_cm: ++mark })).body as Reading;
      const history = await get<Reading[]>(desk, 'sensors.php?action=history&');
      const ids = new Set(history.map(({ id }) => id.split('-')[1]));
      assert.deepEqual([...ids], [last.id.split('-')[1]], 'of one sensor alone');
      const kept = history.map(({ level_cm }) => level_cm);
      assert.equal(new Set(kept).size, kept.length);
      assert.ok(kept.includes(mark));
      const [summary] = await get<{ count: number }[]>(desk, 'sensors.php?action=summary&');
      assert.equal(summary?.count, history.length, 'hours and readings agree');
    }
    await removed(desk, 'roof');
    await purgeRemovedSensors(server, unstopped);
    const nothing = Object.fromEntries(sensorTables.map((table) => [table, 0]));
    assert.deepEqual(await countRows(desk), nothing);
  });

  /** Removes the sensor; the first push of a round may not have made it yet. */
  const removeAfterOne = async (desk: SensorDesk) => {
    await push(desk, 'roof', {});
    const answer = await remove(desk, 'roof');
    return answer.status === 404 ? undefined : answer;
  };
});
