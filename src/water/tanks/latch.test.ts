import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { Tank } from './schemas.ts';

describeOnBothEngines('the latch of a pump', (engine) => {
  const desk = useDeviceDesk(engine);
  const path = () => `/api/tanks?device_id=${desk.device.id}`;
  const latches = (body: unknown) =>
    (body as Tank[])[0]?.sensors.map(({ sensor_name, latch }) => [sensor_name, latch]);
  const seen = async () => latches((await desk.call('GET', path())).body);
  const openAlerts = async () => {
    const { body } = await desk.call('GET', `/api/alerts?device_id=${desk.device.id}`);
    const alerts = body as { id: number; kind: string | null; resolved_at: string | null }[];
    return alerts.filter(({ kind, resolved_at }) => kind === 'dry_run' && resolved_at === null);
  };
  const push = (pump_status: string) => desk.pushed({ water_level_percent: 50, pump_status });
  const isLatched = async () => (await seen())?.some(([, latch]) => latch !== null) ?? false;
  /** Lets a pump run without water until it is latched, for forty minutes at most: a new sensor allows half an hour. */
  const runDry = async () => {
    await push('on');
    for (let minute = 5; minute <= 40 && !(await isLatched()); minute += 5) {
      desk.server.clock.advance(5 * minuteMs);
      await push('on');
    }
  };
  const runDryAfter = async (command: { command: string }) => {
    await desk.send(command);
    for (const { command_id } of await desk.poll()) await desk.ack({ command_id });
    await runDry();
  };
  const clear = () => {
    const query = `device_id=${desk.device.id}&sensor_name=main`;
    return desk.call('PUT', `/api/pump_commands.php?action=clear-latch&${query}`);
  };
  /** Returns the latch that the last reading found. */
  const found = () => ({
    since: new Date(desk.server.clock.now).toISOString(),
    reason: 'dry_run',
  });

  it('is told with its sensor, until it is cleared', async () => {
    await desk.newDevice();
    await desk.pushed({ water_level_percent: 50, sensor_name: 'ground' });
    await push('off');
    assert.deepEqual(await seen(), [
      ['ground', null],
      ['main', null],
    ]);
    await runDryAfter({ command: 'on' });
    const latch = found();
    assert.equal((await openAlerts()).length, 1);
    // A run that goes on until the `off` is obeyed is the same latch.
    for (const pump of ['on', 'on', 'off']) {
      desk.server.clock.advance(5 * minuteMs);
      await push(pump);
    }
    assert.deepEqual(await seen(), [
      ['ground', null],
      ['main', latch],
    ]);
    assert.equal((await clear()).status, 200);
    assert.deepEqual((await seen())?.[1], ['main', null]);
  });

  it('is told though its alert was deleted', async () => {
    await desk.newDevice();
    await runDryAfter({ command: 'on' });
    const latch = found();
    for (const { id } of await openAlerts()) {
      const { status } = await desk.call('DELETE', `/api/alerts.php?action=delete&id=${id}`);
      assert.equal(status, 200);
    }
    await push('off');
    assert.deepEqual(await openAlerts(), []);
    assert.deepEqual(await seen(), [['main', latch]]);
  });

  it('is told though dry runs are muted', async () => {
    await desk.newDevice();
    const muted = { device_id: desk.device.id, sensor_name: 'main', muted: ['dry_run'] };
    const saved = await desk.call('POST', '/api/sensor_configs.php?action=save', muted);
    assert.equal(saved.status, 201, saved.text);
    await runDryAfter({ command: 'on' });
    assert.deepEqual(await openAlerts(), []);
    assert.deepEqual(await seen(), [['main', found()]]);
  });

  it('is told to all who see the tank', async () => {
    const { id: device_id } = await desk.newDevice();
    await runDryAfter({ command: 'on' });
    const viewer = await registerUser(desk.server);
    const devices = '/api/devices.php?action=';
    const invitation = { device_id, to: viewer.email, role: 'viewer' };
    const { body: invited } = await desk.call('POST', `${devices}share`, invitation);
    const { token } = viewer;
    const json = { id: (invited as { id: number }).id };
    await desk.server.request('POST', `${devices}accept`, { token, json });
    const { body } = await desk.server.request('GET', path(), { token });
    assert.deepEqual(latches(body), [['main', found()]]);
  });

  it('is none where a pump that is switched by hand runs dry: that one is left alone', async () => {
    await desk.newDevice();
    await runDry();
    assert.equal((await openAlerts()).length, 1);
    assert.deepEqual(await seen(), [['main', null]]);
  });
});
