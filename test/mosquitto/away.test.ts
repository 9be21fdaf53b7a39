import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makePostgresDatabase } from '../helpers/database/postgres.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { openHouse } from './house.ts';
import { type Mosquitto, requirePrograms, run, startMosquitto } from './programs.ts';

describe('a real Mosquitto while Kisima is away, and comes back as another container', () => {
  const mac = randomMac();
  const name = mac.replaceAll(':', '');
  let mosquitto: Mosquitto;
  let database: Awaited<ReturnType<typeof makePostgresDatabase>>;
  let server: TestServer;
  let house: Awaited<ReturnType<typeof openHouse>>;

  /** Its port, by which a process is told from others where it has no name, is another one each time. */
  const start = async () => {
    const started = await startTestServer({
      engine: 'sqlite',
      isTimed: true,
      env: {
        DATABASE_URL: database.url,
        SERVER_SECRET: 'a secret that both processes share',
        MQTT_URL: `mqtt://kisima:secret@127.0.0.1:${mosquitto.port}`,
        MQTT_DISCOVERY: 'pumps',
        MQTT_CLIENT_NAME: 'kisima-1',
      },
    });
    await until(() => started.logged().includes('connected to the broker'));
    return started;
  };
  before(async () => {
    await requirePrograms();
    mosquitto = await startMosquitto({ kisima: 'secret', home: 'secret', [name]: 'key' });
    database = await makePostgresDatabase();
    server = await start();
    house = await openHouse(server, mac, name);
  });
  after(async () => {
    await server.stop();
    await mosquitto.stop();
    await database.drop();
  });
  const publish = (user: string[], topic: string, payload: string) =>
    run('mosquitto_pub', [
      ...['-h', '127.0.0.1', '-p', String(mosquitto.port), '-q', '1'],
      ...[...user, '-t', topic, '-m', payload],
    ]);
  const device = ['-u', name, '-P', 'key'];
  const home = ['-u', 'home', '-P', 'secret'];
  const pushAll = async (levels: number[]) => {
    for (const level of levels) {
      const reading = { water_level_percent: level, pump_status: 'off' };
      await publish(device, house.topic('readings'), JSON.stringify(reading));
    }
  };
  const levels = async () => {
    const path = `/api/sensors.php?action=history&device_id=${house.device.id}&hours=24`;
    const { body } = await server.request('GET', path, { token: house.token });
    return (body as { level: number }[]).map(({ level }) => level).sort((a, b) => a - b);
  };
  const commands = async () => {
    const path = `/api/pump_commands.php?action=list&device_id=${house.device.id}`;
    const { body } = await server.request('GET', path, { token: house.token });
    return (body as { command: string }[]).map(({ command }) => command);
  };

  it('keeps all readings for it', async () => {
    const wanted = Array.from({ length: 20 }, (_, at) => 30 + at);
    await pushAll(wanted.slice(0, 1));
    await until(async () => (await levels()).length === 1);
    await server.stop();
    await pushAll(wanted.slice(1, 10));
    server = await start();
    await pushAll(wanted.slice(10));
    await until(async () => (await levels()).length >= wanted.length);
    assert.deepEqual(await levels(), wanted);
  });

  it('keeps no order to a pump for it', async () => {
    const order = (payload: string) => publish(home, house.topic('pump/set'), payload);
    await until(async () => {
      await order('OFF');
      return (await commands()).includes('off');
    });
    await server.stop();
    await order('ON');
    server = await start();
    // Each connection has had what waits for it before that comes which is sent now.
    await pushAll(Array.from({ length: 20 }, (_, at) => 60 + at));
    const wanted = (await commands()).length + 1;
    await until(async () => {
      await order('OFF');
      return (await commands()).length >= wanted;
    });
    assert.deepEqual(new Set(await commands()), new Set(['off']));
  });
});
