import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { mqttPort } from '../helpers/water/mqtt.ts';
import { openHouse } from './house.ts';
import { requirePrograms, run } from './programs.ts';

const script = fileURLToPath(new URL('./paho-kinds.py', import.meta.url));

/** What each kind of client says (7: the connection is lost; this paho reads no reason without properties), and how many readings it leaves; with commands that wait for it. */
const kinds: { kind: string; says: RegExp; readings: number; commands?: number }[] = [
  { kind: 'duplicate by 3.1.1', says: /^session 0\nacknowledged$/, readings: 1 },
  { kind: 'duplicate by 5', says: /^session 0\nacknowledged$/, readings: 1 },
  { kind: 'session expiry', says: /^expiry 0 session 0\nacknowledged$/, readings: 1 },
  { kind: 'receive maximum 1', says: /^commands 3$/, readings: 0, commands: 3 },
  { kind: 'topic alias', says: /^aliases 0\ngone 7$/, readings: 0 },
  { kind: 'keep-alive that lapses', says: /^gone 7$/, readings: 0 },
  { kind: 'one client id twice', says: /^gone 7\nacknowledged$/, readings: 1 },
  { kind: 'largest packet', says: /^acknowledged$/, readings: 1 },
  { kind: 'a byte more than the largest packet', says: /^gone 7$/, readings: 0 },
  { kind: 'QoS 2', says: /^gone 7$/, readings: 0 },
  {
    kind: 'subscription identifier',
    says: /^identifier \[7\] retained 0$/,
    readings: 0,
    commands: 1,
  },
  { kind: 'will delay', says: /^acknowledged$/, readings: 1 },
];

describe('the embedded broker with paho-mqtt', () => {
  let server: TestServer;
  before(async () => {
    await requirePrograms();
    server = await startTestServer({ engine: 'sqlite', env: { MQTT_PORT: '0' }, isTimed: true });
  });
  after(() => server.stop());

  for (const { kind, says, readings, commands = 0 } of kinds) {
    it(`bears a client with ${kind}, and loses and doubles nothing`, async () => {
      const house = await openHouse(server);
      for (let sent = 0; sent < commands; sent += 1)
        await house.send('off', server, `pump ${sent}`);
      const args = [script, kind, String(mqttPort(server)), house.device.mac_or_serial];
      assert.match(await run('python3', args), says);
      assert.equal((await house.levels()).length, readings);
      // Another client goes on as before.
      const user = ['-h', '127.0.0.1', '-p', String(mqttPort(server)), '-q', '1'];
      const message = ['-t', house.topic('readings'), '-m', '{"water_level_percent": 77}'];
      await run('mosquitto_pub', [...user, '-u', house.device.mac_or_serial, ...message]);
      assert.equal((await house.levels()).length, readings + 1);
    });
  }
});
