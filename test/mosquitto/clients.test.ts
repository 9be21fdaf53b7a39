import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { mqttPort } from '../helpers/water/mqtt.ts';
import { openHouse } from './house.ts';
import { listen, requirePrograms, run } from './programs.ts';

/** What mosquitto's programs call the versions, and paho. */
const versions = [
  ['311', 4],
  ['5', 5],
] as const;

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
        token,
        json: { name: 'a program', scope: 'read' },
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
