import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { openHouse } from './house.ts';
import { listen, type Mosquitto, requirePrograms, run, startMosquitto } from './programs.ts';

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
      engine: 'sqlite',
      isTimed: true,
      env: {
        DATABASE_URL: database.url,
        SERVER_SECRET: 'a secret that both processes share',
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
