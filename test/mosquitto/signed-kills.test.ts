import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readStored } from '../helpers/database/stored-readings.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { connectMqtt, type MqttTestClient } from '../helpers/water/mqtt.ts';
import { SigningDevice } from '../helpers/water/signing-client.ts';
import { freePort, type Mosquitto, requirePrograms, startMosquitto } from './programs.ts';

const kills = Number(process.env['KILLS'] ?? 5);
/** Fewer than may overtake one another. */
const batchesOfRound = 12;
const readingsOfBatch = 3;

type Board = { topic: string; errors: string; client: MqttTestClient; signing: SigningDevice };

describeOnBothEngines('signed batches by a real Mosquitto, under SIGKILL', (engine) => {
  let mosquitto: Mosquitto;
  let storage: Storage;
  let server: RunningKisima;
  let port: number;
  const boards: Board[] = [];
  let marks = 0;

  /** On the same port, by which the broker knows it again. */
  const start = async () => {
    const limit = '1000000';
    server = await startKisima({
      ...storage.env,
      PORT: String(port),
      BATCH_BURST_PER_DEVICE: limit,
      MQTT_URL: `mqtt://kisima:secret@127.0.0.1:${mosquitto.port}`,
    });
    await server.sees(/connected to the broker/);
  };
  before(async () => {
    await requirePrograms();
    storage = await makeStorage(engine);
    port = await freePort();
    mosquitto = await startMosquitto({ kisima: 'secret', board: 'broker' }, ['topic kisima/#']);
    await start();
    const owner = await registerOwner(server.url, 3);
    for (const { id, mac } of owner.devices) {
      const path = '/api/devices.php?action=api-key';
      const json = { device_id: id, only_signed: true };
      const { body } = await call(server.url, 'POST', path, { ...owner, json });
      const client = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.port}`, {
        username: 'board',
        password: 'broker',
      });
      const errors = `kisima/${mac}/errors`;
      await client.subscribe(errors);
      const signing = new SigningDevice((body as { api_key: string }).api_key);
      boards.push({ topic: `kisima/${mac}/readings`, errors, client, signing });
    }
  });
  after(async () => {
    for (const { client } of boards) await client.end();
    await server.stop();
    await mosquitto.stop();
    await storage.remove();
  });

  /** What a board has kept, by its age alone. */
  const measure = (): object[] =>
    Array.from({ length: readingsOfBatch }, () => {
      marks += 1;
      return { water_level_percent: marks % 100, water_level_cm: marks, age_s: 10 * marks };
    });

  it('are each stored once, since the broker has acknowledged them already', async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      let left = Math.ceil(boards.length * batchesOfRound * Math.random());
      const sent = boards.flatMap(({ topic, client, signing }) =>
        Array.from({ length: batchesOfRound }, async () => {
          await signing.publish(client, topic, measure());
          left -= 1;
          if (left === 0) server.kill('SIGKILL');
        }),
      );
      await Promise.all(sent);
      await server.ended;
      await start();
      const levels = async () => (await readStored(storage)).readings.map((row) => row.level_cm);
      await until(async () => new Set(await levels()).size >= marks);
      assert.equal((await levels()).length, marks, 'a reading is there twice');
      for (const { client, errors, signing } of boards) {
        // What was stored before the kill may come again, and is told to be a replay.
        for (const { topic, payload } of client.heard.splice(0)) {
          assert.equal(topic, errors);
          assert.match(payload, /"counter_used"/);
        }
        assert.ok(signing.counter >= kill * batchesOfRound);
      }
    }
  });
});
