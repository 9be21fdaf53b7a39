import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import type { Database } from '../../db/database.ts';
import { findDevices } from '../devices/queries.ts';
import { readTanks } from './read-tanks.ts';

describeOnBothEngines('tanks for a program', (engine) => {
  const server = useTestServer({ engine });

  it('are read of its devices alone, and not of those between', async () => {
    const { token, user } = await registerUser(server);
    const ids: number[] = [];
    for (const level of [10, 20, 30]) {
      const { id, mac_or_serial } = await registerDevice(server, token);
      ids.push(Number(id));
      const form = { mac_address: mac_or_serial, water_level_percent: level };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
      const json = { device_id: id, sensor_name: 'main', capacity: 1000 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
      const about = { type: 'maintenance', severity: 'info', message: 'Look.' };
      const alert = { device_id: id, ...about };
      await server.request('POST', '/api/alerts.php?action=create', { token, json: alert });
      const command = { device_id: id, sensor_name: 'main', command: 'off' };
      const path = '/api/pump_commands.php?action=send';
      await server.request('POST', path, { token, json: command });
    }
    const [first = 0, , last = 0] = ids;
    const program = { id: 1, name: 'n', scope: 'read' as const, deviceIds: [first, last] };
    const viewer = { userId: Number(user.id), program };
    const read: number[] = [];
    const db: Database = Object.create(server.db, {
      inTurn: {
        value: async <R>(work: () => Promise<R>, signal: AbortSignal) => {
          const rows = await server.db.inTurn(work, signal);
          for (const { device_id } of rows as { device_id: number }[]) read.push(device_id);
          return rows;
        },
      },
    });
    const devices = await findDevices(server.db.longRead, viewer, { after: 0, limit: 10 });
    const moment = { now: server.clock.now, onlineMs: 60_000 };
    const { signal } = new AbortController();
    const tanks = await readTanks(db, { viewer, devices, moment, signal });
    assert.deepEqual(
      tanks.map(({ device_id, sensors, unread_alerts, pump }) => [
        ...[Number(device_id), sensors[0]?.level, unread_alerts, pump?.command],
      ]),
      [
        [first, 10, 2, 'off'],
        [last, 30, 1, 'off'],
      ],
    );
    assert.deepEqual([...new Set(read)].sort(), [first, last]);
    assert.equal(read.length, 10);
  });
});
