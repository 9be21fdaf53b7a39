import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { acknowledgeIncidents } from '../incidents/acknowledge-incidents.ts';

describeOnBothEngines('notifications of a shared device', (engine) => {
  const server = useTestServer({ engine });

  it('are acknowledged again once the incident is worse, by whoever may operate it, and logged', async () => {
    const owner = await registerUser(server);
    const stranger = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    const json = { device_id: device.id, type: 'maintenance', message: 'Leak' };
    const path = '/api/alerts.php?action=create';
    const made = await server.request('POST', path, { token: owner.token, json });
    const { id } = made.body as { id: number };
    const told: number[] = [];
    const deps = {
      db: server.db,
      clock: () => server.clock.now,
      publisher: {
        alertsChanged: (all: { id: number }[]) => void told.push(...all.map((a) => a.id)),
      },
    };
    const keys = [{ deviceId: Number(device.id), id }];
    const by = (user: { id: string }) => ({ userId: Number(user.id), address: '127.0.0.1' });
    assert.deepEqual(await acknowledgeIncidents(deps, by(stranger.user), keys), []);
    assert.equal((await acknowledgeIncidents(deps, by(owner.user), keys)).length, 1);
    assert.deepEqual(await acknowledgeIncidents(deps, by(owner.user), keys), []);
    server.clock.advance(1000);
    const raised_at = server.clock.now;
    await server.db.write
      .updateTable('incidents')
      .set({ raised_at })
      .where('id', '=', id)
      .execute();
    server.clock.advance(1000);
    assert.equal((await acknowledgeIncidents(deps, by(owner.user), keys)).length, 1);
    assert.deepEqual(told, [id, id]);
    const log = await server.request('GET', `/api/devices.php?action=log&device_id=${device.id}`, {
      token: owner.token,
    });
    assert.equal(log.text.match(/"alert_acknowledged"/g)?.length, 2);
  });
});
