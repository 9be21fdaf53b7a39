import { after, before, it } from 'node:test';
import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from './helpers/check-stored.ts';
import { makeStorage, type Storage, startKisima } from './helpers/kisima-process.ts';
import { make, type Owner, registerOwner } from './helpers/process-client.ts';
import { pushUntil, type StormRecord } from './helpers/push-storm.ts';
import { readStored } from './helpers/stored-readings.ts';
import { describeOnBothEngines } from './helpers/test-server.ts';

/** What a kill can do to our files is SQLite's and ours to withstand; PostgreSQL sees a lost client. */
const kills = { sqlite: 20, postgres: 3 };

describeOnBothEngines('durability', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  const start = () =>
    startKisima({
      ...storage.env,
      PUSH_RATE_PER_DEVICE: '1000000',
      PUSH_BURST_PER_DEVICE: '1000000',
    });

  it(`loses nothing acknowledged and doubles nothing in ${kills[engine]} kills`, async () => {
    const record: StormRecord = { pushes: [], acknowledged: [] };
    let server = await start();
    const owner = await registerOwner(server.url, 12);
    await configureSome(server.url, owner);

    for (let kill = 1; kill <= kills[engine]; kill += 1) {
      await pushUntil({
        url: server.url,
        devices: owner.devices,
        record,
        until: 40 + 17 * kill,
        strike: () => server.kill('SIGKILL'),
      });
      await server.ended;
      server = await start();
      const stored = await readStored(storage);
      assertNothingIsLost(stored, record);
      assertNothingIsTwice(stored, record);
      assertDerivedRowsFit(stored);
    }
    await server.stop();
  });
});

/** With a capacity, readings carry a volume, and rollups more that can go wrong. */
async function configureSome(url: string, { token, devices }: Owner): Promise<void> {
  for (const { id } of devices.slice(0, 6)) {
    const json = { device_id: id, sensor_name: 'roof', capacity: 5000 };
    await make(url, '/api/sensor_configs.php?action=save', { token, json });
  }
}
