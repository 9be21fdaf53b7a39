import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { startRoundServer } from '../../../test/helpers/server/round-server.ts';
import {
  describeOnBothEngines,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { addOutageDevices, leaveOutages } from '../incidents/outages/outage-queries.ts';
import { insertIncidents } from '../incidents/queries.ts';

type Row = { id: number };

describeOnBothEngines('retention of alerts and pump commands', (engine) => {
  let server: TestServer;
  let nextRound: () => Promise<void>;
  before(async () => {
    const env = { ALERT_RETENTION_DAYS: '20', COMMAND_RETENTION_DAYS: '10' };
    ({ server, nextRound } = await startRoundServer(engine, env));
  });
  after(() => server.stop());

  /** Registers an owner with a device, and sends for both. */
  const newTank = async () => {
    const { token } = await registerUser(server);
    const { id: device_id, mac_or_serial: mac_address } = await registerDevice(server, token);
    const call = async <T = Row>(method: string, path: string, json?: unknown): Promise<T> => {
      const answer = await server.request(method, `/api/${path}`, { token, json });
      assert.ok(answer.status < 300, answer.text);
      return answer.body as T;
    };
    const listed = async (room: 'alerts' | 'pump_commands') => {
      const rows = await call<Row[]>(
        'GET',
        `${room}.php?action=list&device_id=${device_id}&limit=100`,
      );
      return new Set(rows.map(({ id }) => id));
    };
    return {
      deviceId: Number(device_id),
      listed,
      push: async (water_level_percent: number) => {
        const form = { mac_address, water_level_percent };
        const { status, text } = await server.request('POST', '/iot_push.php', { form });
        assert.equal(status, 201, text);
      },
      /** Returns the newest alert. */
      lastAlert: async () => Math.max(...(await listed('alerts'))),
      write: async (message: string) => {
        const json = { device_id, type: 'pump', message };
        return (await call('POST', 'alerts.php?action=create', json)).id;
      },
      read: (id: number) => call('PUT', `alerts.php?action=mark-read&id=${id}`),
      send: async (command: string, more = {}) => {
        const json = { device_id, sensor_name: 'main', command, ...more };
        return (await call('POST', 'pump_commands.php?action=send', json)).id;
      },
      execute: (id: number) => call('PUT', `pump_commands.php?action=mark-executed&id=${id}`),
    };
  };
  const stored = async (table: 'alert_reads' | 'outage_devices', id: number) => {
    const { rows } = await server.db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('incident_id', '=', id)
      .executeTakeFirstOrThrow();
    return rows;
  };

  it('deletes an alert so long after it was resolved, with who has read it, and no open one', async () => {
    const tank = await newTank();
    await tank.push(5);
    const resolved = await tank.lastAlert();
    await tank.read(resolved);
    server.clock.advance(30 * dayMs);
    await tank.push(60);
    await nextRound();
    assert.ok((await tank.listed('alerts')).has(resolved));
    for (const level of [5, 5.1]) {
      server.clock.advance(hourMs);
      await tank.push(level);
    }
    const open = await tank.lastAlert();
    assert.notEqual(open, resolved);
    assert.equal(await stored('alert_reads', resolved), 1);

    server.clock.advance(20 * dayMs - 2 * hourMs);
    await nextRound();
    assert.ok((await tank.listed('alerts')).has(resolved));
    server.clock.advance(1);
    await nextRound();
    const left = await tank.listed('alerts');
    assert.deepEqual([left.has(resolved), left.has(open)], [false, true]);
    assert.equal(await stored('alert_reads', resolved), 0);
    server.clock.advance(300 * dayMs);
    await nextRound();
    assert.ok((await tank.listed('alerts')).has(open));
  });

  it('deletes a note so long after it was written, for nobody resolves it', async () => {
    const tank = await newTank();
    const first = await tank.write('The valve leaks.');
    server.clock.advance(20 * dayMs);
    const second = await tank.write('It was mended.');
    server.clock.advance(1);
    await nextRound();
    const left = await tank.listed('alerts');
    assert.deepEqual([left.has(first), left.has(second)], [false, true]);
  });

  it('deletes an outage with the list of its devices, once all of them are back', async () => {
    const [tank, other] = [await newTank(), await newTank()];
    const { deviceId } = tank;
    const facts = {
      devices: 2,
      since: server.clock.now,
      told_at: server.clock.now,
      latitude: null,
      longitude: null,
    };
    const of = { deviceId, sensorName: null, severity: 'warning', now: server.clock.now } as const;
    const row = toIncident({ kind: 'outage', facts }, of);
    const ended = { ...row, resolved_at: server.clock.now };
    const [incident] = await insertIncidents(server.db.write, [ended]);
    assert.ok(incident);
    await addOutageDevices(server.db.write, incident, [
      { device_id: deviceId, last_seen_at: 0 },
      { device_id: other.deviceId, last_seen_at: 0 },
    ]);
    await leaveOutages(server.db.write, [deviceId, other.deviceId], server.clock.now);
    server.clock.advance(20 * dayMs);
    await nextRound();
    assert.equal(await stored('outage_devices', incident.id), 2);
    server.clock.advance(1);
    await nextRound();
    assert.equal(await stored('outage_devices', incident.id), 0);
    assert.ok(!(await tank.listed('alerts')).has(incident.id));
  });

  it('deletes commands that are over, but neither what waits nor the last switch', async () => {
    const tank = await newTank();
    const superseded = await tank.send('on');
    const switched = await tank.send('off');
    await tank.execute(switched);
    const last = await tank.send('on');
    await tank.execute(last);
    const sent = [superseded, switched, last];
    /** Returns those commands that are left; the rules of the pump may add some of their own. */
    const left = async () => {
      const listed = await tank.listed('pump_commands');
      return sent.filter((id) => listed.has(id));
    };
    server.clock.advance(10 * dayMs);
    await nextRound();
    assert.deepEqual(await left(), sent);
    const waiting = await tank.send('off');
    sent.push(waiting);
    server.clock.advance(1);
    await nextRound();
    assert.deepEqual(await left(), [last, waiting]);
    await tank.execute(waiting);
    await nextRound();
    assert.deepEqual(await left(), [waiting]);
  });

  it('takes a thousand in steps, past those that stay, and counts them', async () => {
    const tank = await newTank();
    const of = { deviceId: tank.deviceId, sensorName: 'main', severity: 'info' } as const;
    const row = toIncident(
      { kind: 'low', facts: { level: 5, threshold: 20 } },
      { ...of, now: server.clock.now },
    );
    const rows = Array.from({ length: 1300 }, () => ({ ...row, resolved_at: server.clock.now }));
    const ids = (await insertIncidents(server.db.write, rows)).map(({ id }) => id);
    const kept = await tank.send('on');
    await tank.execute(kept);
    server.clock.advance(20 * dayMs + 1);
    await nextRound();
    assert.ok((await tank.listed('alerts')).isDisjointFrom(new Set(ids)));
    assert.ok((await tank.listed('pump_commands')).has(kept));
    assert.match(
      server.logged(),
      /"incidents":1300,"pump_commands":\d+,"msg":"old alerts and pump commands deleted"/,
    );
    const { text } = await server.request('GET', '/metrics');
    const [, counted] = /^kisima_expired_rows_total{table="incidents"} (\d+)$/m.exec(text) ?? [];
    assert.ok(Number(counted) >= 1300);
  });
});
