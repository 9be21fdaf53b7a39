import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { randomMac } from '../../../../test/helpers/water/devices.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';

const away = (reason: string) => `kisima_mqtt_turned_away_total{reason="${reason}"}`;

for (const protocolVersion of [4, 5] as const) {
  const denied = protocolVersion === 5 ? 0x87 : 0x80;
  describeOnBothEngines(`a client confined, over MQTT ${protocolVersion}`, (engine) => {
    const { desk, connect, topic, levels, metric, newToken } = useMqttDesk(engine);
    const keyOf = async (fields: object = {}) => {
      const json = { device_id: desk.device.id, ...fields };
      const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
      return (body as { api_key: string }).api_key;
    };

    it('subscribes to nothing but what is its own', async () => {
      await desk.newDevice();
      const client = await connect({ protocolVersion });
      const others = [
        ...['#', '+/+/commands', 'kisima/#', 'kisima/+/commands', '$SYS/#', '$taken'],
        ...[`kisima/${randomMac()}/commands`, 'homeassistant/#', topic('readings')],
        ...[topic('readings/#'), topic('commands/x'), `kisima/${randomMac()}/commands/#`],
      ];
      for (const filter of others)
        assert.deepEqual(await client.subscribe(filter), [denied], filter);
      assert.deepEqual(await client.subscribe(topic('commands'), 'kisima/#'), [1, denied]);
      assert.deepEqual(await client.subscribe(topic('commands/#'), topic('errors/#')), [1, 1]);
      assert.ok((await metric(away('subscribe'))) >= others.length);
    });

    it('publishes nothing elsewhere, and what is kept of it is nothing', async () => {
      await desk.newDevice();
      const other = desk.device;
      await desk.newDevice();
      const client = await connect({ protocolVersion });
      const before = await metric(away('publish'));
      const elsewhere = [
        `kisima/${other.mac_or_serial}/readings`,
        topic('commands'),
        'x',
        '$SYS/x',
      ];
      for (const each of elsewhere) {
        const published = client.publish(each, { water_level_percent: 50 }, { retain: true });
        if (protocolVersion === 5) await assert.rejects(published, /[Nn]ot authorized/);
        else await published;
      }
      assert.equal(await metric(away('publish')), before + elsewhere.length);
      // What a message says of itself makes it no other device's either.
      await client.subscribe(topic('errors'));
      const forged = { mac_address: other.mac_or_serial, water_level_percent: 50 };
      await client.publish(topic('readings'), forged);
      const told = JSON.parse((await client.next(topic('errors'))).payload);
      assert.deepEqual([told.status, told.errors[0].field], [400, 'mac_address']);
      await client.publish(topic('readings'), { water_level_percent: 51 }, { retain: true });
      assert.deepEqual(await levels(), [51]);
      const { token } = await newToken();
      const owner = await connect({ username: 'token', password: token, protocolVersion });
      await owner.subscribe('kisima/#');
      await client.publish(topic('readings'), { water_level_percent: 52 });
      assert.equal(JSON.parse((await owner.next(topic('readings'))).payload).level, 52);
      desk.device = other;
      assert.deepEqual([await levels(), owner.heard], [[], []]);
    });

    it('is let in by its key alone where that is required', async () => {
      await desk.newDevice();
      const key = await keyOf({ required: true });
      await assert.rejects(connect({ protocolVersion }));
      await assert.rejects(connect({ protocolVersion, password: 'no key' }));
      await assert.rejects(connect({ protocolVersion, username: randomMac() }));
      await assert.rejects(connect({ protocolVersion, username: '' }));
      const client = await connect({ protocolVersion, password: key });
      await client.publish(topic('readings'), { water_level_percent: 53 });
      assert.deepEqual(await levels(), [53]);
      const wrong = 'kisima_device_key_refusals_total{reason="wrong_key"}';
      assert.ok((await metric(wrong)) >= 1);
      assert.ok((await metric(away('sign_in'))) >= 4);
    });

    it('is ended where its key is rotated without an overlap', async () => {
      await desk.newDevice();
      const key = await keyOf({ required: true });
      const client = await connect({ protocolVersion, password: key });
      const closed = client.closed();
      await keyOf({ rotate: true });
      await closed;
      await assert.rejects(connect({ protocolVersion, password: key }));
    });

    it('is not let in where only signed messages are taken of it', async () => {
      await desk.newDevice();
      const key = await keyOf();
      await keyOf({ only_signed: true });
      await assert.rejects(connect({ protocolVersion, password: key }));
      await until(async () => (await metric(away('sign_in'))) >= 1);
    });

    it('keeps another client of its own name, which is of another device', async () => {
      const clientId = 'tank';
      await desk.newDevice();
      const first = await connect({ protocolVersion, clientId });
      await desk.newDevice();
      const second = await connect({ protocolVersion, clientId });
      await second.publish(topic('readings'), { water_level_percent: 54 });
      assert.ok(first.client.connected);
    });
  });
}
