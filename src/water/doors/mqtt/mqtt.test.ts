import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { IClientOptions } from 'mqtt';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { connectMqtt, type MqttTestClient, mqttPort } from '../../../../test/helpers/water/mqtt.ts';

for (const protocolVersion of [4, 5] as const) {
  describeOnBothEngines(`a device over MQTT ${protocolVersion}`, (engine) => {
    const desk = useDeviceDesk(engine, { MQTT_PORT: '0' });
    const clients: MqttTestClient[] = [];
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.end();
    });

    const connect = async (options: IClientOptions = {}) => {
      const client = await connectMqtt(`mqtt://127.0.0.1:${mqttPort(desk.server)}`, {
        ...{ protocolVersion, username: desk.device.mac_or_serial },
        ...options,
      });
      clients.push(client);
      return client;
    };
    const topic = (branch: string) => `kisima/${desk.device.mac_or_serial}/${branch}`;
    const levels = async () => {
      const { body } = await desk.call(
        'GET',
        `/api/sensors.php?action=history&device_id=${desk.device.id}&hours=1`,
      );
      return (body as { level: number }[]).map(({ level }) => level);
    };

    it('stores a reading before it acknowledges it', async () => {
      await desk.newDevice();
      const client = await connect();
      await client.publish(topic('readings'), { water_level_percent: 61 });
      assert.deepEqual(await levels(), [61]);
    });

    it('is told of a reading that is refused', async () => {
      await desk.newDevice();
      const client = await connect();
      assert.deepEqual(await client.subscribe(topic('errors')), [1]);
      await client.publish(topic('readings'), { water_level_percent: 400 });
      const told = JSON.parse((await client.next(topic('errors'))).payload);
      assert.equal(told.status, 400);
      assert.equal(told.code, 'invalid_input');
      assert.deepEqual(await levels(), []);
    });

    it('gets a command at once, and acknowledges it', async () => {
      await desk.newDevice();
      const client = await connect();
      await client.subscribe(topic('commands'));
      await desk.pushed({ water_level_percent: 40 });
      const id = await desk.send({ command: 'on' });
      const command = JSON.parse((await client.next(topic('commands'))).payload);
      assert.equal(command.command_id, id);
      assert.equal(command.command, 'on');
      await client.publish(topic('acks'), { command_id: id });
      assert.deepEqual(await desk.poll(), []);
    });
  });
}
