import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { mqttPort } from '../helpers/water/mqtt.ts';
import { listen, type Mosquitto, requirePrograms, run, startMosquitto } from './programs.ts';

/** What mosquitto's programs call the versions, and paho. */
const versions = [
  ['311', 4],
  ['5', 5],
] as const;

/** A server with an owner, and what a device of theirs has stored. */
async function openHouse(server: TestServer, mac = randomMac(), spelling = mac) {
  const { token } = await registerUser(server);
  const device = await registerDevice(server, token, mac);
  return {
    ...{ device, token, topic: (branch: string) => `kisima/${spelling}/${branch}` },
    levels: async () => {
      const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=24`;
      const { body } = await server.request('GET', path, { token });
      return (body as { level: number }[]).map(({ level }) => level).sort((a, b) => a - b);
    },
    send: async (command: string, at = server) => {
      const json = { device_id: device.id, sensor_name: 'main', command };
      const path = '/api/pump_commands.php?action=send';
      const { status, text } = await at.request('POST', path, { token, json });
      assert.equal(status, 201, text);
    },
    statusOfCommand: async () => {
      const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
      const { body } = await server.request('GET', path, { token });
      return (body as { status: string }[])[0]?.status;
    },
  };
}

describe("the embedded broker with Debian's clients", () => {
  let server: TestServer;
  before(async () => {
    await requirePrograms();
    server = await startTestServer({ engine: 'sqlite', env: { MQTT_PORT: '0' }, isTimed: true });
  });
  after(() => server.stop());
  const at = () => ['-h', '127.0.0.1', '-p', String(mqttPort(server))];
  const reading = (level: number) => JSON.stringify({ water_level_percent: level });

  for (const [version, paho] of versions) {
    it(`takes a reading of mosquitto_pub, and tells mosquitto_sub, by ${version}`, async () => {
      const { device, topic, token, levels } = await openHouse(server);
      const user = [...at(), '-V', version, '-u', device.mac_or_serial];
      const made = await server.request('POST', '/api/me/tokens', {
        ...{ token, json: { name: 'a program', scope: 'read' } },
      });
      const { token: password } = made.body as { token: string };
      const own = [
        ...at(),
        '-V',
        version,
        '-u',
        'token',
        '-P',
        password,
        '-t',
        'kisima/+/readings',
      ];
      const heard = listen(own, 1);
      await until(async () => {
        const { text } = await server.request('GET', '/metrics');
        return /^kisima_mqtt_connections 1$/m.test(text);
      });
      await until(async () => {
        // Until the subscription has come after the connection, nobody hears.
        await run('mosquitto_pub', [
          ...user,
          '-q',
          '1',
          '-t',
          topic('readings'),
          '-m',
          reading(31),
        ]);
        return Promise.race([heard, Promise.resolve(undefined)]);
      });
      const [line = ''] = await heard;
      assert.ok(line.startsWith(`${topic('readings')} {`), line);
      assert.equal((await levels())[0], 31);
    });

    it(`refuses mosquitto_pub what is not its own, by ${version}`, async () => {
      const one = await openHouse(server);
      const other = await openHouse(server);
      const user = [...at(), '-V', version, '-u', one.device.mac_or_serial, '-q', '1'];
      const there = [...user, '-t', other.topic('readings'), '-m', reading(5), '-r'];
      await run('mosquitto_pub', there).catch((error: { exitCode: number }) => {
        assert.equal(version, '5', String(error));
      });
      assert.deepEqual(await other.levels(), []);
      const unknown = [...at(), '-V', version, '-u', randomMac(), '-t', 'x', '-m', 'x'];
      await assert.rejects(run('mosquitto_pub', unknown));
      // QoS 2 ends the connection.
      const twice = [...at(), '-V', version, '-u', one.device.mac_or_serial, '-q', '2'];
      await assert.rejects(
        run('mosquitto_pub', [...twice, '-t', one.topic('readings'), '-m', reading(6)]),
      );
      assert.deepEqual(await one.levels(), []);
    });

    it(`is spoken to by paho-mqtt, which executes a command, by ${version}`, async () => {
      const house = await openHouse(server);
      const script = fileURLToPath(new URL('./paho-device.py', import.meta.url));
      const args = [script, String(mqttPort(server)), house.device.mac_or_serial, String(paho)];
      const child = spawn('/usr/bin/python3', args);
      let written = '';
      child.stdout.on('data', (data) => {
        written += data;
      });
      child.stderr.on('data', (data) => {
        written += data;
      });
      const ended = once(child, 'exit');
      await until(() => written.includes('subscribed'));
      await house.send('off');
      const [code] = await ended;
      assert.equal(code, 0, written);
      assert.match(written, /command off\nacknowledged/);
      assert.deepEqual(await house.levels(), [77]);
      assert.equal(await house.statusOfCommand(), 'executed');
    });
  }
});

describe('a real Mosquitto as external broker, with two processes', () => {
  // Without colons, which Mosquitto takes in no user name.
  const [mac, other] = [randomMac(), randomMac()];
  const [name, otherName] = [mac, other].map((each) => each.replaceAll(':', '')) as [
    string,
    string,
  ];
  let mosquitto: Mosquitto;
  let database: Awaited<ReturnType<typeof makePostgresDatabase>>;
  let servers: TestServer[] = [];
  let house: Awaited<ReturnType<typeof openHouse>>;
  let neighbour: Awaited<ReturnType<typeof openHouse>>;

  const start = async () => {
    const server = await startTestServer({
      ...{ engine: 'sqlite', isTimed: true },
      env: {
        ...{ DATABASE_URL: database.url, SERVER_SECRET: 'a secret that both processes share' },
        MQTT_URL: `mqtt://kisima:s%40cret@127.0.0.1:${mosquitto.port}`,
      },
    });
    await until(() => server.logged().includes('connected to the broker'));
    return server;
  };
  before(async () => {
    await requirePrograms();
    mosquitto = await startMosquitto({ kisima: 's@cret', [name]: 'key', [otherName]: 'key' });
    database = await makePostgresDatabase();
    servers = [await start(), await start()];
    const [one] = servers as [TestServer];
    house = await openHouse(one, mac, name);
    neighbour = await openHouse(one, other, otherName);
  });
  after(async () => {
    for (const server of servers) await server.stop();
    await mosquitto.stop();
    await database.drop();
  });
  const user = () => ['-h', '127.0.0.1', '-p', String(mosquitto.port), '-u', name, '-P', 'key'];
  const publish = (topic: string, payload: unknown, ...more: string[]) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return run('mosquitto_pub', [...user(), '-q', '1', '-t', topic, '-m', text, ...more]);
  };

  it('has each reading taken once, whichever process takes it', async () => {
    const levels = Array.from({ length: 20 }, (_, at) => 10 + at);
    for (const level of levels) {
      await publish(house.topic('readings'), { water_level_percent: level });
    }
    await until(async () => (await house.levels()).length >= levels.length);
    assert.deepEqual(await house.levels(), levels);
    const counts = servers.map(
      (server) =>
        server
          .logged()
          .split('\n')
          .filter((line) => line.includes('s@cret') || line.includes('s%40cret')).length,
    );
    assert.deepEqual(counts, [0, 0]);
  });

  it('has a refused reading told, and another device refused by the broker', async () => {
    const told = listen([...user(), '-t', house.topic('errors'), '-q', '1'], 1);
    await until(async () => {
      await publish(house.topic('readings'), { water_level_percent: 999 });
      return Promise.race([told, Promise.resolve(undefined)]);
    });
    assert.match((await told)[0] ?? '', /"status":400/);
    await publish(neighbour.topic('readings'), { water_level_percent: 50 });
    await publish(house.topic('readings'), { water_level_percent: 40 });
    await until(async () => (await house.levels()).includes(40));
    assert.deepEqual(await neighbour.levels(), []);
  });

  it('has a command published at once for a device that says that it is online', async () => {
    await publish(house.topic('status'), 'online', '-r');
    const heard = listen([...user(), '-t', house.topic('commands'), '-q', '1'], 1);
    const [, two] = servers as [TestServer, TestServer];
    await house.send('off', two);
    await until(async () => {
      // What came before its client had subscribed comes again when the device says that it is there.
      await publish(house.topic('status'), 'online', '-r');
      return Promise.race([heard, Promise.resolve(undefined)]);
    });
    const [line = ''] = await heard;
    const command = JSON.parse(line.slice(line.indexOf('{')));
    assert.equal(command.command, 'off');
    await publish(house.topic('acks'), { command_id: command.command_id });
    await until(async () => (await house.statusOfCommand()) === 'executed');
  });

  it('loses nothing while the broker, or Kisima, is away', async () => {
    await mosquitto.stop();
    await mosquitto.start();
    await until(async () => {
      await publish(house.topic('readings'), { water_level_percent: 60 });
      return (await house.levels()).includes(60);
    });
    // A reading that the broker has kept is nothing new.
    await publish(house.topic('readings'), { water_level_percent: 99 }, '-r');
    await until(async () => (await house.levels()).includes(99));
    const [one] = servers as [TestServer];
    await one.stop();
    servers = servers.slice(1);
    const before = (await neighbourless()).length;
    const again = await start();
    servers.unshift(again);
    await publish(house.topic('readings'), { water_level_percent: 61 });
    await until(async () => (await neighbourless()).includes(61));
    assert.equal((await neighbourless()).length, before + 1);
  });
  /** Levels of the device by the process that has run all the time. */
  const neighbourless = async () => {
    const server = servers.at(-1) as TestServer;
    const path = `/api/sensors.php?action=history&device_id=${house.device.id}&hours=24`;
    const { body } = await server.request('GET', path, { token: house.token });
    return (body as { level: number }[]).map(({ level }) => level);
  };
});
