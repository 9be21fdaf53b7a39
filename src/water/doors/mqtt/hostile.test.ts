import assert from 'node:assert/strict';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { awaited, until } from '../../../../test/helpers/until.ts';
import { mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';
import { type BrokerLimits, type EmbeddedBroker, openEmbedded } from './embedded-broker.ts';
import type { MqttMessage } from './message.ts';
import type { ClientConnection, TurnedAway } from './policy.ts';

const away = (reason: TurnedAway) => `kisima_mqtt_turned_away_total{reason="${reason}"}`;
const hello: Packet = {
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true },
  ...{ clientId: 'hostile', keepalive: 60 },
};
const sockets: Socket[] = [];

/** A client that writes what it likes. */
async function dial(port: number, ...packets: (Packet | Buffer)[]) {
  const socket = connectSocket(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const parser = mqttPacket.parser({ protocolVersion: 4 });
  const got: string[] = [];
  parser.on('packet', ({ cmd }) => got.push(cmd));
  socket.on('data', (data) => parser.parse(data));
  const send = (packet: Packet | Buffer): void => {
    if (socket.destroyed) return;
    socket.write('cmd' in packet ? mqttPacket.generate(packet) : packet);
  };
  for (const packet of packets) send(packet);
  return { socket, send, got, closed: () => awaited('the end of a connection', closed) };
}
const hangUp = () => {
  for (const socket of sockets.splice(0)) socket.destroy();
};

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
    const subscriptions = Array.from({ length: 101 }, (_, at) => ({
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
        ...{ cmd: 'publish', topic: topic('readings'), payload, messageId },
        ...{ qos: 1, retain: false, dup: false },
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

describe('the embedded broker, with clients that say and read nothing', () => {
  const timers = createTestTimers();
  const limits: BrokerLimits = {
    ...{ packetBytes: 10_000, connectMs: 10_000, connections: 100, strangers: 2 },
    ...{ filters: 3, unreadBytes: 100_000 },
  };
  const counts = new Map<TurnedAway, number>();
  const opened: ClientConnection[] = [];
  let broker: EmbeddedBroker;
  let listener: Server;

  const start = async () => {
    counts.clear();
    opened.length = 0;
    broker = await openEmbedded({
      ...{ limits, timers },
      failed: (error) => assert.fail(String(error)),
      policy: {
        signIn: async ({ userName }) => ({
          kind: 'device',
          id: 1,
          identity: userName,
          apiKey: undefined,
        }),
        ...{ mayRead: () => true, mayGet: () => true, take: async () => 'taken' },
        ...{ opened: (client) => void opened.push(client), subscribed: () => {}, closed: () => {} },
        turnedAway: (why) => void counts.set(why, (counts.get(why) ?? 0) + 1),
      },
    });
    listener = createServer((socket) => broker.accept(socket));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return (listener.address() as { port: number }).port;
  };
  afterEach(async () => {
    hangUp();
    await broker.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  it('cuts off who says nothing, and has no room for many of them', async () => {
    const port = await start();
    const silent = [await dial(port), await dial(port)];
    await until(() => broker.size() === 2);
    const third = await dial(port);
    await third.closed();
    assert.equal(counts.get('too_many'), 1);
    timers.advance(limits.connectMs);
    for (const client of silent) await client.closed();
    assert.equal(counts.get('slow_connect'), 2);
    const good = await dial(port, hello);
    await until(() => good.got.includes('connack'));
    timers.advance(limits.connectMs);
    assert.equal(good.socket.destroyed, false);
  });

  it('cuts off who does not read, and holds up nobody for it', async () => {
    const port = await start();
    const subscribe = {
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 'x', qos: 0 }],
    } as const;
    const asleep = await dial(port, hello, subscribe as unknown as Packet);
    await until(() => asleep.got.includes('suback'));
    asleep.socket.pause();
    const awake = await dial(
      port,
      { ...hello, clientId: 'other' } as Packet,
      subscribe as unknown as Packet,
    );
    await until(() => awake.got.includes('suback'));
    const message: MqttMessage = { topic: 'x', payload: 'x'.repeat(9000), retain: false, qos: 0 };
    let published = 0;
    while (!counts.has('unread')) {
      await broker.publish(message);
      published += 1;
    }
    await until(() => awake.got.filter((cmd) => cmd === 'publish').length === published);
    await until(() => broker.size() === 1);
  });

  it('gives a connection a few filters, and no session', async () => {
    const port = await start();
    const subscriptions = ['a', 'b', 'c', 'd'].map((topic) => ({ topic, qos: 1 as const }));
    const client = await dial(port, { ...hello, clean: false } as Packet, {
      cmd: 'subscribe',
      messageId: 1,
      subscriptions,
    });
    await until(() => client.got.includes('suback'));
    assert.deepEqual([...(opened[0]?.filters ?? [])], ['a', 'b', 'c']);
    assert.equal(counts.get('subscribe'), 1);
    client.socket.destroy();
    await until(() => broker.size() === 0);
    await broker.publish({ topic: 'a', payload: 'missed', retain: false, qos: 1 });
    const again = await dial(port, { ...hello, clean: false } as Packet, { cmd: 'pingreq' });
    await until(() => again.got.includes('pingresp'));
    assert.deepEqual(again.got, ['connack', 'pingresp']);
  });
});
