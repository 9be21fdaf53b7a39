import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { until } from '../../../../test/helpers/until.ts';
import { mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';
import { dial, hangUp, hello } from '../../../../test/helpers/water/raw-mqtt.ts';
import type { TurnedAway } from './policy.ts';

const away = (reason: TurnedAway) => `kisima_mqtt_turned_away_total{reason="${reason}"}`;

describe('hostile clients of MQTT', () => {
  const { desk, connect, topic, levels, metric } = useMqttDesk('sqlite', { MQTT_CONNECTIONS: '5' });
  afterEach(hangUp);
  const port = () => mqttPort(desk.server);
  const greeting = (): Packet => ({ ...hello, username: desk.device.mac_or_serial }) as Packet;
  /** The door still does what it is for. */
  const servesOthers = async () => {
    await desk.newDevice();
    const client = await connect();
    await client.publish(topic('readings'), { water_level_percent: 70 });
    assert.deepEqual(await levels(), [70]);
    await client.end();
  };

  it('whose packet is too large are cut off once its head says so', async () => {
    await desk.newDevice();
    // A PUBLISH of 200,000 bytes, of which none but the head is sent.
    const head = Buffer.from([0x32, 0xc0, 0x9a, 0x0c]);
    const signedIn = await dial(port(), greeting());
    await until(() => signedIn.got.includes('connack'));
    signedIn.send(head);
    await signedIn.closed();
    const stranger = await dial(port(), head);
    await stranger.closed();
    assert.equal(await metric(away('too_large')), 2);
    await servesOthers();
  });

  it('that speak no MQTT, or before they have said who they are, are cut off', async () => {
    await desk.newDevice();
    for (const sent of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      mqttPacket.generate({ cmd: 'pingreq' }),
      Buffer.concat([mqttPacket.generate(greeting()), mqttPacket.generate(greeting())]),
      Buffer.from([0xf7, 0, 0x10, 0x80, 0xff, 0xff, 0xff, 0xff]),
    ]) {
      const client = await dial(port(), sent);
      await client.closed();
    }
    await servesOthers();
  });

  it('that name members of objects end nothing but their own connection', async () => {
    await desk.newDevice();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const subscriptions = [
        { topic: name, qos: 1 as const },
        { topic: 'x', qos: 1 as const },
      ];
      const client = await dial(port(), greeting(), {
        cmd: 'subscribe',
        messageId: 1,
        subscriptions,
      });
      await client.closed();
      const unsubscriptions = [name, 'x'];
      const other = await dial(port(), greeting(), {
        cmd: 'unsubscribe',
        messageId: 1,
        unsubscriptions,
      });
      await other.closed();
    }
    const client = await connect({ clientId: '__proto__' });
    await client.publish(topic('readings'), { water_level_percent: 30 });
    await client.end();
    await servesOthers();
  });

  it('that publish at QoS 2, or subscribe to more than there is, are cut off', async () => {
    await desk.newDevice();
    const publish = { cmd: 'publish', topic: topic('readings'), payload: '{}', qos: 2 } as const;
    const client = await dial(port(), greeting(), {
      ...publish,
      messageId: 1,
      retain: false,
      dup: false,
    });
    await client.closed();
    assert.equal(await metric(away('qos_2')), 1);
    const subscriptions = Array.from({ length: 1001 }, (_, at) => ({
      topic: `x/${at}`,
      qos: 0 as const,
    }));
    const other = await dial(port(), greeting(), { cmd: 'subscribe', messageId: 1, subscriptions });
    await other.closed();
    await servesOthers();
  });

  it('beyond the connections that there may be are turned away', async () => {
    await desk.newDevice();
    const five: Awaited<ReturnType<typeof dial>>[] = [];
    for (let count = 0; count < 5; count++)
      five.push(await dial(port(), { ...greeting(), clientId: `c${count}` } as Packet));
    await until(() => five.filter(({ got }) => got.includes('connack')).length >= 4);
    const sixth = await dial(port());
    await sixth.closed();
    assert.equal(await metric(away('too_many')), 1);
    hangUp();
    await until(async () => (await metric('kisima_mqtt_connections')) === 0);
    await servesOthers();
  });

  it('that flood are slowed, one after the other, while others are served', async () => {
    await desk.newDevice();
    const flooder = await dial(port(), greeting());
    await until(() => flooder.got.includes('connack'));
    const payload = JSON.stringify({ water_level_percent: 50 });
    const packet = (messageId: number) =>
      mqttPacket.generate({
        cmd: 'publish',
        topic: topic('readings'),
        payload,
        messageId,
        qos: 1,
        retain: false,
        dup: false,
      });
    flooder.send(Buffer.concat(Array.from({ length: 5000 }, (_, at) => packet(at + 1))));
    const flooded = desk.device;
    await until(() => flooder.got.length >= 60);
    await servesOthers();
    desk.device = flooded;
    assert.ok((await levels()).length <= 61);
    flooder.socket.destroy();
  });
});
