import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { faultsOf } from '../helpers/water/home-assistant-rules.ts';
import { startOldBroker } from '../helpers/water/old-broker.ts';
import { openHouse } from './house.ts';
import { listen, type Mosquitto, requirePrograms, run, startMosquitto } from './programs.ts';

for (const speaks of ['MQTT 5', 'MQTT 3.1.1 alone'] as const) {
  describe(`Home Assistant at a real Mosquitto that speaks ${speaks}, with MQTT_DISCOVERY=pumps`, () => {
    const mac = randomMac();
    const name = mac.replaceAll(':', '');
    let mosquitto: Mosquitto;
    let old: Awaited<ReturnType<typeof startOldBroker>>;
    let server: TestServer;
    let house: Awaited<ReturnType<typeof openHouse>>;
    before(async () => {
      await requirePrograms();
      mosquitto = await startMosquitto({ kisima: 'secret', home: 'secret', [name]: 'key' });
      old = await startOldBroker(mosquitto.port);
      const port = speaks === 'MQTT 5' ? mosquitto.port : old.port;
      const env = {
        MQTT_URL: `mqtt://kisima:secret@127.0.0.1:${port}`,
        MQTT_DISCOVERY: 'pumps',
      };
      server = await startTestServer({ engine: 'sqlite', env, isTimed: true });
      await until(() => server.logged().includes('connected to the broker'));
      house = await openHouse(server, mac, name);
    });
    after(async () => {
      await server.stop();
      await old.stop();
      await mosquitto.stop();
    });
    const at = () => ['-h', '127.0.0.1', '-p', String(mosquitto.port), '-q', '1'];
    const home = () => [...at(), '-u', 'home', '-P', 'secret'];
    const device = () => [...at(), '-u', name, '-P', 'key'];
    const publish = (user: string[], topic: string, payload: string, ...more: string[]) =>
      run('mosquitto_pub', [...user, '-t', topic, '-m', payload, ...more]);
    /** The next message on a topic, also one that the broker has kept. */
    const one = async (user: string[], topic: string) => {
      const [line = ''] = await listen([...user, '-t', topic], 1);
      return line.slice(line.indexOf(' ') + 1);
    };

    it('sees the tank, switches its pump, and hears what the device says of it', async () => {
      const reading = (pump_status: string) =>
        publish(
          device(),
          house.topic('readings'),
          JSON.stringify({ water_level_percent: 40, pump_status }),
        );
      await reading('off');
      const configTopic = `homeassistant/device/kisima_${house.device.id}/config`;
      const config = JSON.parse(await one(home(), configTopic));
      assert.deepEqual(faultsOf(configTopic, config), []);
      const pump = config.components['s1_pump'];
      assert.equal(pump.platform, 'switch');
      const state = async () => JSON.parse(await one(home(), pump.state_topic)).s1.pump;
      assert.equal(await state(), 'OFF');

      await publish(device(), house.topic('status'), 'online', '-r');
      const command = one(device(), house.topic('commands'));
      await publish(home(), pump.command_topic, pump.payload_on);
      // What came before the device had subscribed comes again when it says that it is there.
      await until(async () => {
        await publish(device(), house.topic('status'), 'online', '-r');
        return Promise.race([command, Promise.resolve(undefined)]);
      });
      const { command_id, command: word } = JSON.parse(await command);
      assert.equal(word, 'on');
      // It is on once the device has said so.
      assert.equal(await state(), 'OFF');
      await publish(device(), house.topic('acks'), JSON.stringify({ command_id }));
      await until(async () => (await house.statusOfCommand()) === 'executed');
      await reading('on');
      await until(async () => (await state()) === 'ON');
    });

    it(`has come by ${speaks}`, () => {
      const isOld = speaks !== 'MQTT 5';
      assert.equal(old.refused() > 0, isOld);
      assert.equal(old.passed() > 0, isOld);
    });
  });
}
