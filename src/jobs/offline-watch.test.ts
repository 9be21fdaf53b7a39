import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { registerUser } from '../../test/helpers/accounts.ts';
import { registerDevice } from '../../test/helpers/devices.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../test/helpers/test-server.ts';
import { minuteMs } from '../kit/time/units.ts';
import { createOfflineWatch } from './offline-watch.ts';

const onlineMs = 15 * minuteMs;
const publisher = { alertsRaised: () => {}, wentOffline: () => {} };
const unstopped = new AbortController().signal;

type Alert = { id: number; type: string; severity: string; source: string; message: string };

describeOnBothEngines('offline watch', (engine) => {
  let server: TestServer;
  let token: string;
  let device: { id: string; mac_or_serial: string };
  let round: (signal: AbortSignal) => Promise<void>;

  before(async () => {
    server = await startTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
    ({ token } = await registerUser(server));
  });
  after(() => server.stop());

  const startWatch = () =>
    createOfflineWatch({
      db: server.db,
      clock: () => server.clock.now,
      clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
      timers: { now: () => server.clock.now },
      ...{ onlineMs, publisher },
    });
  beforeEach(async () => {
    device = await registerDevice(server, token);
    round = startWatch();
  });

  const heard = (ids = [device.id]) =>
    server.db.write
      .updateTable('device_status')
      .set({ last_seen_at: server.clock.now })
      .where('device_id', 'in', ids.map(Number))
      .execute();
  const alerts = async (id = device.id) => {
    const path = `/api/alerts.php?action=list&device_id=${id}`;
    return (await server.request('GET', path, { token })).body as Alert[];
  };
  const after15Minutes = async () => {
    server.clock.advance(onlineMs);
    await round(unstopped);
  };

  it('raises one warning for each silence', async () => {
    await heard();
    server.clock.advance(onlineMs - 1);
    await round(unstopped);
    assert.deepEqual(await alerts(), []);
    server.clock.advance(1);
    await round(unstopped);
    const instant = () => new Date(server.clock.now).toISOString();
    const [alert, ...more] = await alerts();
    assert.deepEqual(more, []);
    assert.deepEqual(alert, {
      id: alert?.id,
      device_id: device.id,
      sensor_name: null,
      type: 'offline',
      severity: 'warning',
      message: `${device.mac_or_serial} has not been heard of for 15 minutes.`,
      is_read: false,
      read_at: null,
      source: 'auto',
      created_at: instant(),
      kind: 'offline',
      facts: { device: device.mac_or_serial, last_seen_at: server.clock.now - onlineMs },
      raised_at: instant(),
      resolved_at: null,
    });
    for (let time = 0; time < 3; time++) await after15Minutes();
    assert.equal((await alerts()).length, 1);
    await heard();
    await after15Minutes();
    assert.equal((await alerts()).length, 2);
  });

  it('calls the device by its name', async () => {
    await server.request('PUT', '/api/devices.php?action=update-name', {
      token,
      json: { mac_or_serial: device.mac_or_serial, device_name: 'Tangi' },
    });
    await heard();
    server.clock.advance(3 * 24 * 60 * minuteMs);
    await round(unstopped);
    assert.equal((await alerts())[0]?.message, 'Tangi has not been heard of for 3 days.');
  });

  it('is silent about a device that never called, and about one that calls', async () => {
    await after15Minutes();
    assert.deepEqual(await alerts(), []);
    for (let time = 0; time < 5; time++) {
      await heard();
      server.clock.advance(onlineMs - 1);
      await round(unstopped);
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
    server.clock.advance(onlineMs - 1);
    await round(unstopped);
    assert.deepEqual(await alerts(other.id), []);
    server.clock.advance(1);
    await round(unstopped);
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

  it('alerts for each of many that fall silent at once, and once with two watches', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 101; count++) ids.push((await registerDevice(server, token)).id);
    await heard(ids);
    const other = startWatch();
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
