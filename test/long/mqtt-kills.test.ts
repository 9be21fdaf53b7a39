import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { assertDerivedRowsFit } from '../helpers/database/check-stored.ts';
import { readStored } from '../helpers/database/stored-readings.ts';
import { makeStorage, type Storage, startKisima } from '../helpers/server/kisima-process.ts';
import { type OwnedDevice, registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';

const kills = Number(process.env['KILLS'] ?? 10);

/** A reading with a mark that no other has, and when it was measured. */
type Sent = { device: OwnedDevice; mark: number; payload: string };

describeOnBothEngines('MQTT at QoS 1 under SIGKILL', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it(`loses nothing that was acknowledged, and doubles nothing, in ${kills} kills`, async () => {
    const limit = '1000000';
    const env = {
      ...{ ...storage.env, MQTT_PORT: '0' },
      ...{ PUSH_RATE_PER_DEVICE: limit, PUSH_BURST_PER_DEVICE: limit },
    };
    let server = await startKisima(env);
    const { devices } = await registerOwner(server.url, 8);
    const acknowledged = new Set<number>();
    /** What was sent and not acknowledged, which each device sends again when it comes back. */
    let waiting: Sent[] = [];
    let marks = 0;
    const next = (device: OwnedDevice): Sent => {
      const mark = marks++;
      const recorded_at = new Date(Date.now() - 3_600_000 + mark * 7).toISOString();
      const reading = { water_level_percent: mark % 100, water_level_cm: mark, recorded_at };
      return { device, mark, payload: JSON.stringify(reading) };
    };

    for (let kill = 1; kill <= kills; kill += 1) {
      const [, port] = await server.sees(/"port":(\d+),"isTls":false/);
      let left = 20 + Math.floor(300 * Math.random());
      const again = waiting;
      const open: Sent[] = [];
      const each = devices.map(async (device) => {
        const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
          ...{ username: device.mac, reconnectPeriod: 0 },
        });
        client.on('error', () => {});
        const own = again.filter((sent) => sent.device === device);
        const publish = async (): Promise<void> => {
          while (left > 0) {
            const sent = own.pop() ?? next(device);
            open.push(sent);
            const topic = `kisima/${device.mac}/readings`;
            const isTaken = await Promise.race([
              client.publishAsync(topic, sent.payload, { qos: 1 }).then(() => true),
              server.ended.then(() => false),
            ]).catch(() => false);
            if (!isTaken) return;
            acknowledged.add(sent.mark);
            left -= 1;
            if (left === 0) server.kill('SIGKILL');
          }
        };
        await Promise.all(Array.from({ length: 6 }, publish));
        client.end(true);
        open.push(...own);
      });
      await Promise.all(each);
      await server.ended;
      waiting = open.filter(({ mark }) => !acknowledged.has(mark));
      server = await startKisima(env);
      const stored = await readStored(storage);
      const found = stored.readings.map(({ level_cm }) => level_cm);
      assert.equal(new Set(found).size, found.length, 'a reading is there twice');
      const lost = [...acknowledged].filter((mark) => !found.includes(mark));
      assert.deepEqual(lost, []);
      assertDerivedRowsFit(stored);
    }
    assert.ok(acknowledged.size >= 20 * kills);
    await server.stop();
  });
});
