import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertDerivedRowsFit } from '../../test/helpers/database/check-stored.ts';
import { readStored } from '../../test/helpers/database/stored-readings.ts';
import { openPushLine } from '../../test/helpers/http/push-line.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../../test/helpers/server/kisima-process.ts';
import { call, type OwnedDevice, registerOwner } from '../../test/helpers/server/process-client.ts';
import { runKisima } from '../../test/helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';
import { tankCourse } from '../../test/helpers/water/tank-course.ts';
import { hourMs } from '../kit/time/units.ts';

describeOnBothEngines('kisima recompute', (engine) => {
  let storage: Storage;
  let server: RunningKisima;
  let devices: OwnedDevice[];
  const keys = new Map<OwnedDevice, string>();

  before(async () => {
    storage = await makeStorage(engine);
    server = await startKisima({ ...storage.env, PUSH_BURST_PER_DEVICE: '1000000' });
    const owner = await registerOwner(server.url, 2);
    devices = owner.devices;
    for (const device of devices) {
      const asked = { token: owner.token, json: { device_id: device.id } };
      const { body } = await call(server.url, 'POST', '/api/devices.php?action=api-key', asked);
      keys.set(device, (body as { api_key: string }).api_key);
    }
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const push = async (device: OwnedDevice, readings: { at: number; level: number }[]) => {
    const line = openPushLine(server.url);
    for (const { at, level } of readings) {
      const { status, text } = await line.push({
        mac_address: device.mac,
        api_key: keys.get(device) ?? '',
        water_level_percent: level,
        recorded_at: new Date(at).toISOString(),
      });
      assert.equal(status, 201, text);
    }
    line.close();
  };

  it('makes the ledger anew beside a server that takes pushes', async () => {
    const start = Math.floor(Date.now() / hourMs) * hourMs - 30 * hourMs;
    const course = tankCourse({ start, hours: 29, everyMs: 10 * 60_000, noise: 0.3 });
    for (const device of devices) await push(device, course.slice(0, 120));
    const [, { code, stdout, stderr }] = await Promise.all([
      push(devices[0] as OwnedDevice, course.slice(120)),
      runKisima(['recompute'], storage.env),
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^The ledger is computed anew: sensors 2, hours \d+\.\n$/);
    assert.match(stderr, /^Sensors …\n/);
    const stored = await readStored(storage);
    assert.equal(stored.readings.length, 120 + course.length);
    assert.ok(stored.refills.length > 0);
    assertDerivedRowsFit(stored);
  });

  it('does one device by its MAC, and says so where there is none', async () => {
    const mac = (devices[1] as OwnedDevice).mac.toLowerCase().replaceAll(':', '-');
    const { code, stdout } = await runKisima(['recompute', mac], storage.env);
    assert.deepEqual([code, stdout], [0, 'The ledger is computed anew: sensors 1, hours 20.\n']);
    const none = await runKisima(['recompute', 'nowhere'], storage.env);
    assert.deepEqual(
      [none.code, none.stdout, none.stderr],
      [2, '', 'There is no device with the MAC or serial nowhere.\n'],
    );
  });

  it('explains itself', async () => {
    const { code, stdout } = await runKisima(['recompute', '--help'], storage.env);
    assert.equal(code, 0);
    assert.match(stdout, /Usage: kisima recompute .*\[device\]/);
  });
});
