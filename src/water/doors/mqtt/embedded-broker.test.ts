import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import type { Packet } from 'mqtt-packet';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { dial, dialFrom, hangUp, hello } from '../../../../test/helpers/water/raw-mqtt.ts';
import { type BrokerLimits, type EmbeddedBroker, openEmbedded } from './embedded-broker.ts';
import type { MqttMessage } from './message.ts';
import type { ClientConnection, TurnedAway } from './policy.ts';

describe('the embedded broker, with clients that say and read nothing', () => {
  const timers = createTestTimers();
  const limits: BrokerLimits = {
    packetBytes: 10_000,
    connectMs: 10_000,
    connections: 100,
    strangers: 2,
    filters: { device: 3, account: 5 },
    unreadBytes: 100_000,
  };
  const counts = new Map<TurnedAway, number>();
  const opened: ClientConnection[] = [];
  let broker: EmbeddedBroker;
  let listener: Server;

  const start = async () => {
    counts.clear();
    opened.length = 0;
    broker = await openEmbedded({
      limits,
      timers,
      failed: (error) => assert.fail(String(error)),
      policy: {
        signIn: async ({ userName }) => ({
          kind: 'device',
          id: 1,
          identity: userName,
          apiKey: undefined,
        }),
        mayRead: () => true,
        mayGet: () => true,
        take: async () => 'acknowledge',
        opened: (client) => void opened.push(client),
        subscribed: () => {},
        closed: () => {},
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

  it('has room for another host where one has taken all of it', async () => {
    const port = await start();
    const oldest = await dial(port);
    await until(() => broker.size() === 1);
    const other = await dial(port);
    await until(() => broker.size() === 2);
    const good = await dialFrom('127.0.0.2', port, hello);
    await until(() => good.got.includes('connack'));
    await oldest.closed();
    assert.equal(counts.get('too_many'), 1);
    // Of those that are left each host has one, so that nobody has to go for the next.
    const silent = await dialFrom('127.0.0.2', port);
    await until(() => broker.size() === 3);
    const late = await dial(port);
    await late.closed();
    assert.deepEqual([other.socket.destroyed, silent.socket.destroyed], [false, false]);
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
