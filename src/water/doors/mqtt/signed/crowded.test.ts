import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { Packet } from 'mqtt-packet';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../../test/helpers/until.ts';
import { mqttPort } from '../../../../../test/helpers/water/mqtt.ts';
import { dialFrom, hangUp, hello } from '../../../../../test/helpers/water/raw-mqtt.ts';
import { useSigningDesk } from '../../../../../test/helpers/water/signing-desk.ts';

/** Places of connections that are to sign and have not. */
const places = 1000;
const away = 'kisima_mqtt_turned_away_total{reason="too_many"}';

describeOnBothEngines(
  'connections that are to sign, where one host has taken all places',
  (engine) => {
    const { desk, connect, newDevice, metric, topic, levels } = useSigningDesk(engine, 4);
    afterEach(hangUp);

    it('have the places of that host, the oldest first', async () => {
      const device = await newDevice();
      const packet = {
        ...hello,
        username: desk.device.mac_or_serial,
        password: Buffer.from('signed'),
      } as Packet;
      const port = mqttPort(desk.server);
      const open = async (index: number) => {
        const client = await dialFrom('127.0.0.2', port, {
          ...packet,
          clientId: `thief-${index}`,
        } as Packet);
        await until(() => client.got.includes('connack'));
        return client;
      };
      const oldest = await open(0);
      const others = [];
      for (let at = 1; at < places; at += 100) {
        const some = Math.min(100, places - at);
        others.push(...(await Promise.all(Array.from({ length: some }, (_, i) => open(at + i)))));
      }
      assert.equal(await metric(away), 0);
      const mine = await connect({ protocolVersion: 4, password: 'signed' });
      await device.publish(mine, topic('status'), 'online');
      await device.publish(mine, topic('readings'), { water_level_percent: 60 });
      assert.deepEqual(await levels(), [60]);
      await oldest.closed();
      assert.ok(others.every(({ socket }) => !socket.destroyed));
      assert.equal(await metric(away), 1);
      // That host itself gets none of another's, and the device's is its own by now.
      const [second] = others;
      const late = await open(places);
      assert.ok(second && !late.socket.destroyed && !second.socket.destroyed);
      const more = await open(places + 1);
      await more.closed();
      assert.ok(!second.socket.destroyed);
    });
  },
);
