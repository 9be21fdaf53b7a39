import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { beforeTransactions } from '../../../test/helpers/database/before-transactions.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../kit/time/units.ts';
import { noteRefusedDevices } from './refused-loop.ts';

type Tank = {
  online: boolean;
  last_seen_at: string | null;
  refused: Record<string, unknown> | null;
};
type Alert = { kind: string; type: string; message: string; resolved_at: string | null };

describeOnBothEngines('a device whose readings are refused', (engine) => {
  const timers = createTestTimers();
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' }, timers });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  const ask = async <T>(path: string): Promise<T> =>
    (await server.request('GET', path, { token })).body as T;
  const newDevice = async () => {
    const { id, mac_or_serial } = await registerDevice(server, token);
    return {
      push: async (fields: Record<string, string | number>) => {
        const form = { mac_address: mac_or_serial, ...fields };
        return (await server.request('POST', '/iot_push.php', { form })).status;
      },
      tank: async () => (await ask<Tank[]>(`/api/tanks?device_id=${id}`))[0] as Tank,
      alerts: () => ask<Alert[]>(`/api/alerts.php?action=list&device_id=${id}`),
    };
  };
  /** Once counts were written; the answers to what is asked meanwhile give them their time. */
  const tankOnce = async (
    device: { tank: () => Promise<Tank> },
    isThere: (tank: Tank) => boolean,
  ) => {
    timers.advance(10 * secondMs);
    for (let tries = 0; tries < 200; tries++) {
      const tank = await device.tank();
      if (isThere(tank)) return tank;
    }
    return assert.fail('nothing is known of it');
  };
  const round = ({ db = server.db, inMs = 0 } = {}) =>
    noteRefusedDevices(
      {
        db,
        clock: () => server.clock.now + inMs,
        publisher: { alertsChanged: () => {} },
      },
      new AbortController().signal,
    );
  const iso = () => new Date(server.clock.now).toISOString();

  it('is seen, with the reason, from its first push on, until a reading is taken', async () => {
    const device = await newDevice();
    const since = iso();
    assert.equal(await device.push({ water_level_percent: 143.4 }), 400);
    const first = await device.tank();
    assert.deepEqual([first.online, first.last_seen_at], [true, since]);
    server.clock.advance(minuteMs);
    assert.equal(await device.push({ water_level_percent: 143.4 }), 400);
    const why = { field: 'water_level_percent', message: 'must be at most 110', sent: '143.4' };
    const { refused } = await tankOnce(device, (tank) => tank.refused !== null);
    assert.deepEqual(refused, { count: 2, since, last_at: iso(), ...why });
    assert.equal(await device.push({ water_level_percent: 43 }), 201);
    await tankOnce(device, (tank) => tank.refused === null);
    assert.equal(await device.push({}), 400);
    const anew = await tankOnce(device, (tank) => tank.refused !== null);
    const missing = { field: 'water_level_percent', message: 'is required', sent: null };
    assert.deepEqual(anew.refused, { count: 1, since: iso(), last_at: iso(), ...missing });
  });

  it('is not told of where a reading is taken while it is looked at', async () => {
    const device = await newDevice();
    for (let count = 1; count <= 3; count += 1) {
      assert.equal(await device.push({ water_level_percent: 143 }), 400);
      await tankOnce(device, ({ refused }) => refused?.count === count);
      server.clock.advance(minuteMs);
    }
    const db = beforeTransactions(server.db, async () => {
      assert.equal(await device.push({ water_level_percent: 43 }), 201);
      await tankOnce(device, ({ refused }) => refused === null);
    });
    // Later than the loop of the server itself, for which it is too early.
    await round({ db, inMs: 5 * minuteMs });
    assert.deepEqual(await device.alerts(), []);
  });

  it('is told of by an alert that says what it sends, and that is over with the first good reading', async () => {
    const device = await newDevice();
    for (let count = 0; count < 6; count++) {
      assert.equal(
        await device.push({ water_level_percent: 43, recorded_at: '1970-01-01T00:00:12Z' }),
        400,
      );
      if (count === 2) {
        await tankOnce(device, (tank) => tank.refused !== null);
        await round();
        assert.deepEqual(await device.alerts(), []);
      }
      server.clock.advance(minuteMs);
    }
    await tankOnce(device, (tank) => tank.refused?.['count'] === 6);
    await round();
    await round();
    const [alert, ...others] = await device.alerts();
    assert.deepEqual([alert?.kind, alert?.type, others], ['refused', 'sensor', []]);
    assert.match(
      alert?.message ?? '',
      /sends, but its readings are refused: recorded_at is older than readings are kept \(it sent “1970-01-01T00:00:12Z”\)\. The clock of the device is not set\.$/,
    );
    assert.equal(await device.push({ water_level_percent: 43 }), 201);
    await tankOnce(device, (tank) => tank.refused === null);
    await round();
    assert.notEqual((await device.alerts())[0]?.resolved_at, null);
  });

  /** Sends each reading twice, by a clock that is ahead by what `leadOf` says; returns when which alert came. */
  const toldOfLeads = async (everyMinutes: number, leadOf: (count: number) => number) => {
    const device = await newDevice();
    const told = new Map<string, number>();
    let refused = 0;
    for (let minute = 0; minute <= 4 * everyMinutes; minute++) {
      if (minute % everyMinutes === 0) {
        const ahead = leadOf(minute / everyMinutes);
        const recorded_at = new Date(server.clock.now + ahead).toISOString();
        for (const level of [43, 43]) {
          const status = await device.push({ water_level_percent: level, recorded_at });
          refused = status === 400 ? refused + 1 : 0;
        }
      }
      await tankOnce(device, (tank) => (tank.refused?.['count'] ?? 0) === refused);
      await round();
      for (const { kind } of await device.alerts()) {
        if (!told.has(kind)) told.set(kind, minute);
      }
      server.clock.advance(minuteMs);
    }
    return Object.fromEntries(told);
  };

  it('waits for the judgement of a clock that is ahead, whatever its rhythm, also where each reading comes twice', async () => {
    for (const every of [1, 5, 15]) {
      assert.deepEqual(await toldOfLeads(every, () => 3 * hourMs), { clock: 2 * every });
    }
  });

  it('is told of after all where its leads are of no clock, and at once where they are of none by far', async () => {
    const hours = [2, 9, 4, 13, 7];
    const unsteady = (count: number) => (hours[count] ?? 0) * hourMs;
    for (const every of [5, 15]) {
      assert.deepEqual(await toldOfLeads(every, unsteady), { refused: 3 * every });
    }
    assert.deepEqual(await toldOfLeads(5, () => 400 * dayMs), { refused: 5 });
  });

  it('is counted for what lies in its readings alone, not for a rate or a wrong key', async () => {
    const device = await newDevice();
    assert.equal(await device.push({ water_level_percent: 43, api_key: 'guess' }), 401);
    // Somebody else's guess: the device has sent nothing.
    assert.equal(await device.push({ water_level_percent: 143, api_key: 'guess' }), 400);
    timers.advance(10 * secondMs);
    const tank = await tankOnce(device, () => true);
    assert.deepEqual([tank.refused, tank.last_seen_at], [null, null]);
    const stranger = { mac_address: '02:00:00:00:00:99', water_level_percent: 143 };
    assert.equal((await server.request('POST', '/iot_push.php', { form: stranger })).status, 400);
  });
});
