import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { createOfflineLoop } from './offline-loop.ts';

const onlineMs = 15 * minuteMs;
const publisher = { alertsChanged: () => {}, wentOffline: () => {} };
const unstopped = new AbortController().signal;

type Alert = {
  id: number;
  type: string;
  severity: string;
  source: string;
  message: string;
  raised_at: string;
  resolved_at: string | null;
};

describeOnBothEngines('offline watch', (engine) => {
  const server = useTestServer({
    engine,
    env: { TOKEN_HOURS: '8760' },
    timers: createTestTimers(),
  });
  let token: string;
  let device: { id: string; mac_or_serial: string };
  let round: (signal: AbortSignal) => Promise<void>;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  const startWatch = (startedAt = server.clock.now) => {
    let isStarting = true;
    // The system's monotonic clock yields fractions, too.
    const timers = { now: () => (isStarting ? startedAt : server.clock.now + 0.25) };
    const watch = createOfflineLoop({
      db: server.db,
      clock: () => server.clock.now,
      clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
      timers,
      onlineMs,
      publisher,
    });
    isStarting = false;
    return watch;
  };
  beforeEach(async () => {
    device = await registerDevice(server, token);
    round = startWatch();
  });

  const heard = (ids = [device.id]) =>
    server.db.write
      .updateTable('device_status')
      .set({
        last_seen_at: server.clock.now,
        silent_after_ms: onlineMs,
        silent_about: server.clock.now + onlineMs,
      })
      .where('device_id', 'in', ids.map(Number))
      .execute();
  const alerts = async (id = device.id) => {
    const path = `/api/alerts.php?action=list&device_id=${id}`;
    return (await server.request('GET', path, { token })).body as Alert[];
  };
  /** Runs rounds every minute, and once more at the end. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= minuteMs) {
      server.clock.advance(Math.min(left, minuteMs));
      await round(unstopped);
    }
  };
  const after15Minutes = () => pass(onlineMs);

  it('is over where the device may be silent for so long, and told anew after that', async () => {
    await heard();
    await after15Minutes();
    const open = async () =>
      (await alerts()).filter(({ resolved_at }) => resolved_at === null).length;
    assert.equal(await open(), 1);
    const allow = async (silent_after_minutes: number) => {
      const path = '/api/devices.php?action=update-silence';
      const json = { device_id: device.id, silent_after_minutes };
      const { status, text } = await server.request('PUT', path, { token, json });
      assert.equal(status, 200, text);
    };
    await allow(16);
    await pass(2 * minuteMs);
    assert.equal(await open(), 1);
    await allow(60);
    await pass(minuteMs);
    assert.equal(await open(), 0);
    await pass(40 * minuteMs);
    assert.equal(await open(), 0);
    await pass(5 * minuteMs);
    assert.equal(await open(), 1);
  });

  // SQLite has one writer, and no row locks.
  if (engine === 'postgres') {
    it('tells of all others while somebody holds one device, and of that one later', async () => {
      const { token: theirs } = await registerUser(server);
      const other = await registerDevice(server, theirs);
      await heard([device.id, other.id]);
      const alertsOfOther = async () => {
        const path = `/api/alerts.php?action=list&device_id=${other.id}`;
        return (await server.request('GET', path, { token: theirs })).body as Alert[];
      };
      await server.db.transaction(async (trx) => {
        const held = trx.selectFrom('device_status').where('device_id', '=', Number(device.id));
        await held.select('device_id').forUpdate().execute();
        await after15Minutes();
        assert.deepEqual([(await alerts()).length, (await alertsOfOther()).length], [0, 1]);
      });
      await pass(minuteMs);
      assert.deepEqual([(await alerts()).length, (await alertsOfOther()).length], [1, 1]);
    });
  }

  it('raises one warning for each silence', async () => {
    await heard();
    await pass(onlineMs - 1);
    assert.deepEqual(await alerts(), []);
    await pass(1);
    const instant = () => new Date(server.clock.now).toISOString();
    const [alert, ...more] = await alerts();
    assert.deepEqual(more, []);
    assert.deepEqual(alert, {
      id: alert?.id,
      device_id: device.id,
      sensor_name: null,
      type: 'offline',
      severity: 'warning',
      message: 'Your tank has not been heard of for 15 minutes.',
      is_read: false,
      read_at: null,
      source: 'auto',
      created_at: instant(),
      kind: 'offline',
      facts: {
        device: device.mac_or_serial,
        named: false,
        last_seen_at: server.clock.now - onlineMs,
        told_at: server.clock.now,
      },
      raised_at: instant(),
      resolved_at: null,
      acknowledged_at: null,
      acknowledged_by: null,
      snoozed_until: null,
    });
    for (let time = 0; time < 3; time++) await after15Minutes();
    assert.equal((await alerts()).length, 1);
    await pass(24 * 60 * minuteMs);
    await heard();
    await after15Minutes();
    assert.equal((await alerts()).length, 2);
  });

  it('is over when the device is seen again; what comes back within a day is the same', async () => {
    await heard();
    await after15Minutes();
    const raised = server.clock.now;
    await pass(minuteMs);
    await heard();
    await pass(minuteMs);
    const [over] = await alerts();
    assert.equal(over?.resolved_at, new Date(server.clock.now).toISOString());
    await after15Minutes();
    const [back, ...more] = await alerts();
    assert.deepEqual(more, []);
    assert.deepEqual([back?.id, back?.resolved_at], [over?.id, null]);
    assert.equal(back?.raised_at, new Date(raised).toISOString(), 'no news so soon');
    await heard();
    for (let time = 0; time < 6; time++) {
      await pass(10 * minuteMs);
      await heard();
    }
    await after15Minutes();
    const [news] = await alerts();
    assert.deepEqual(
      [news?.id, news?.raised_at],
      [over?.id, new Date(server.clock.now).toISOString()],
    );
  });

  it('is news as soon as it is worse: nobody can switch off the pump that was started meanwhile', async () => {
    await heard();
    await after15Minutes();
    const [warning] = await alerts();
    assert.equal(warning?.severity, 'warning');
    await heard();
    await pass(minuteMs);
    const form = { mac_address: device.mac_or_serial, water_level_percent: 50, pump_status: 'on' };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    await heard();
    await after15Minutes();
    const [back, ...more] = await alerts();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [back?.id, back?.severity, back?.raised_at],
      [warning?.id, 'critical', new Date(server.clock.now).toISOString()],
    );
  });

  it('blames nobody for a time in which its own rounds failed', async () => {
    await heard();
    await pass(minuteMs);
    server.clock.advance(20 * minuteMs);
    await pass(onlineMs - minuteMs);
    assert.deepEqual(await alerts(), []);
    await heard();
    await pass(2 * minuteMs);
    assert.deepEqual(await alerts(), []);
    await pass(onlineMs);
    assert.equal((await alerts()).length, 1);
  });

  it('calls the device by its name', async () => {
    await server.request('PUT', '/api/devices.php?action=update-name', {
      token,
      json: { mac_or_serial: device.mac_or_serial, device_name: 'Tangi' },
    });
    await heard();
    server.clock.advance(3 * 24 * 60 * minuteMs);
    round = startWatch(server.clock.now - onlineMs);
    await round(unstopped);
    assert.equal((await alerts())[0]?.message, 'Tangi has not been heard of for 3 days.');
  });

  it('is silent about a device that never called, and about one that calls', async () => {
    await after15Minutes();
    assert.deepEqual(await alerts(), []);
    for (let time = 0; time < 5; time++) {
      await heard();
      await pass(onlineMs - 1);
    }
    assert.deepEqual(await alerts(), []);
  });

  it('does not bring back an alert that its owner deleted', async () => {
    await heard();
    await after15Minutes();
    const [alert] = await alerts();
    await server.request('DELETE', `/api/alerts.php?action=delete&id=${alert?.id}`, { token });
    await after15Minutes();
    assert.deepEqual(await alerts(), []);
  });

  it('gives devices time to call after a start, and knows what was alerted before it', async () => {
    await heard();
    await after15Minutes();
    const other = await registerDevice(server, token);
    await heard([other.id]);
    server.clock.advance(24 * 60 * minuteMs);
    round = startWatch();
    await round(unstopped);
    await pass(onlineMs - 1);
    assert.deepEqual(await alerts(other.id), []);
    await pass(1);
    assert.deepEqual([(await alerts()).length, (await alerts(other.id)).length], [1, 1]);
  });

  it('does not count an offline alert that somebody else made, nor touch a removed device', async () => {
    const removed = await registerDevice(server, token);
    await heard([device.id, removed.id]);
    server.clock.advance(1);
    const json = { device_id: device.id, type: 'offline', message: 'I unplugged it.' };
    await server.request('POST', '/api/alerts.php?action=create', { token, json });
    const query = `action=remove&id=${removed.id}`;
    await server.request('DELETE', `/api/devices.php?${query}`, { token });
    await after15Minutes();
    assert.deepEqual(
      (await alerts()).map(({ source }) => source),
      ['auto', 'user'],
    );
    const left = await server.db.read
      .selectFrom('incidents')
      .select('id')
      .where('device_id', '=', Number(removed.id))
      .execute();
    assert.deepEqual(left, []);
  });

  it('alerts for each of many, and once with two watches', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 101; count++) ids.push((await registerDevice(server, token)).id);
    // So far apart that it is no outage.
    for (const id of ids) {
      await heard([id]);
      server.clock.advance(11 * minuteMs);
    }
    round = startWatch(server.clock.now - onlineMs);
    const other = startWatch(server.clock.now - onlineMs);
    server.clock.advance(onlineMs);
    await Promise.all([round(unstopped), other(unstopped)]);
    const { count } = await server.db.read
      .selectFrom('incidents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('device_id', 'in', ids.map(Number))
      .executeTakeFirstOrThrow();
    assert.equal(count, ids.length);
  });
});
