import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { makeTestFolder } from '../helpers/server/test-folder.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { connectMqtt, type MqttTestClient, mqttPort } from '../helpers/water/mqtt.ts';
import { useMqttDesk } from '../helpers/water/mqtt-desk.ts';
import { SigningDevice } from '../helpers/water/signing-client.ts';
import { useSigningExample } from '../helpers/water/signing-example.ts';
import { openHouse } from './house.ts';
import { type Mosquitto, requirePrograms, startMosquitto } from './programs.ts';

const example = fileURLToPath(new URL('../../docs/examples/signed/mqtt_board.py', import.meta.url));

describe('the example of a board that signs over MQTT in Python', () => {
  const mqtt = useMqttDesk('sqlite');
  let folder: string;
  before(async () => {
    await requirePrograms();
    folder = await makeTestFolder('signed-mqtt');
  });
  useSigningExample(mqtt, {
    port: () => mqttPort(mqtt.desk.server),
    run: (args, env) => execa('/usr/bin/python3', [example, ...args], { env }),
    folder: () => folder,
  });
});

describe('signed messages by a real Mosquitto, with two processes', () => {
  const macs = [randomMac(), randomMac(), randomMac()] as const;
  // Without colons, which Mosquitto takes in no user name.
  const names = macs.map((mac) => mac.replaceAll(':', '')) as [string, string, string];
  const clients: MqttTestClient[] = [];
  let mosquitto: Mosquitto;
  let database: Awaited<ReturnType<typeof makePostgresDatabase>>;
  let servers: TestServer[] = [];

  const start = async () => {
    const server = await startTestServer({
      engine: 'sqlite',
      isTimed: true,
      env: {
        DATABASE_URL: database.url,
        SERVER_SECRET: 'a secret that both processes share',
        MQTT_URL: `mqtt://kisima:secret@127.0.0.1:${mosquitto.port}`,
      },
    });
    await until(() => server.logged().includes('connected to the broker'));
    return server;
  };
  before(async () => {
    await requirePrograms();
    const users = Object.fromEntries(names.map((name) => [name, 'broker']));
    mosquitto = await startMosquitto({ kisima: 'secret', ...users });
    database = await makePostgresDatabase();
    servers = [await start(), await start()];
  });
  after(async () => {
    for (const client of clients) await client.end();
    for (const server of servers) await server.stop();
    await mosquitto.stop();
    await database.drop();
  });
  const one = () => servers[0] as TestServer;

  const open = async (at: 0 | 1 | 2) => {
    const name = names[at];
    const house = await openHouse(one(), macs[at], name);
    const { token, device } = house;
    const json = { device_id: device.id, only_signed: true };
    const path = '/api/devices.php?action=api-key';
    const { body } = await one().request('POST', path, { token, json });
    const signing = new SigningDevice((body as { api_key: string }).api_key);
    const client = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.port}`, {
      username: name,
      password: 'broker',
    });
    clients.push(client);
    const [commands, errors] = [house.topic('commands'), house.topic('errors')];
    await client.subscribe(commands, errors);
    const heard = (topic: string) =>
      client.heard.filter((each) => each.topic === topic).map(({ payload }) => payload);
    return {
      house,
      signing,
      client,
      commands: () => heard(commands),
      say: (branch: string, said: unknown) => signing.publish(client, house.topic(branch), said),
      /** The next command that is sealed for the last message. */
      command: () =>
        until(() =>
          heard(commands)
            .map((payload) => signing.open(commands, payload))
            .find(Boolean),
        ),
      /** Waits until a code is told, sealed or not. */
      error: (code: string) =>
        until(() => heard(errors).find((payload) => payload.includes(`"${code}"`))),
    };
  };
  const replays = async () => {
    const counts = servers.map(async (server) => {
      const { text } = await server.request('GET', '/metrics');
      const found = /^kisima_device_key_refusals_total\{reason="replayed"\} (\d+)$/m.exec(text);
      return Number(found?.[1]);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };

  it('are taken, their commands are sealed, and a replay is refused and counted once', async () => {
    const { house, say, command, error, client } = await open(0);
    await say('status', 'online');
    const old = await say('readings', { water_level_percent: 30 });
    await until(async () => (await house.levels()).includes(30));
    await house.send('on');
    const { command_id } = (await command()) ?? {};
    await say('acks', { command_id });
    await until(async () => (await house.statusOfCommand()) === 'executed');
    const before = await replays();
    await client.publish(house.topic('readings'), old);
    await error('counter_used');
    assert.equal(await replays(), before + 1);
    await client.publish(house.topic('readings'), { water_level_percent: 31 });
    await error('signature_required');
    assert.deepEqual(await house.levels(), [30]);
  });

  it('make nobody else be taken for a device that is there', async () => {
    const { house, say, command, commands, error, client, signing } = await open(1);
    await client.publish(house.topic('status'), 'online', { retain: true });
    await error('signature_required');
    await new SigningDevice('kd_of-another').publish(client, house.topic('status'), 'online');
    await error('invalid_signature');
    await house.send('off');
    await say('readings', { water_level_percent: 44 });
    await command();
    const all = commands().map((payload) => signing.open(house.topic('commands'), payload));
    assert.ok(all.every(Boolean));
  });

  it('are those of the example in Python, too', async () => {
    const { house, signing } = await open(2);
    await house.send('on');
    const folder = await makeTestFolder('signed-by-mosquitto');
    const { stdout } = await execa('/usr/bin/python3', [example, '47'], {
      env: {
        KISIMA_HOST: '127.0.0.1',
        KISIMA_PORT: String(mosquitto.port),
        KISIMA_WAIT_S: '5',
        KISIMA_MAC: names[2],
        KISIMA_DEVICE_KEY: signing.key,
        KISIMA_PASSWORD: 'broker',
        KISIMA_COUNTER: `${folder}/counter`,
      },
    });
    assert.match(stdout, /pump on\nacknowledged/);
    await until(async () => (await house.statusOfCommand()) === 'executed');
    assert.deepEqual(await house.levels(), [47]);
  });
});
