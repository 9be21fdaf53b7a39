import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { Broker, PublishedMessage } from './message.ts';

export type ExternalDeps = {
  /** With user and password; never to be logged. */
  url: string;
  /** Name of this process at the broker, which stays the same when it starts again. */
  name: string;
  /** Filters of which each message is for one of all processes, and those that each process gets. */
  filters: { shared: readonly string[]; own: readonly string[] };
  /** Takes a message; it is acknowledged once this has resolved, and until then the next one waits. */
  take: (message: PublishedMessage) => Promise<void>;
  log: Logger;
};

/**
 * Connections that take messages beside one another: on one of them each waits until the one before is durable, and
 * what comes by several goes into one commit.
 */
const lanes = 16;

/** The broker keeps what comes for this process so long while it is away. */
const sessionSeconds = 3600;
const longestPublishMs = 10 * secondMs;

const timing = { reconnectPeriod: 3 * secondMs, connectTimeout: 10 * secondMs, keepalive: 30 };
/** CONNACK of MQTT 3.1.1 and of 5, of a broker that does not speak MQTT 5. */
const wrongVersion: readonly unknown[] = [1, 0x84];

/** Connects to an external broker, and again whenever the connection is lost; it does not wait for it. */
export function openExternal(deps: ExternalDeps): Broker {
  const clients = Array.from({ length: lanes }, (_, lane) => openLane(deps, lane));
  const [first] = clients as [MqttClient];
  return {
    publish: async (message) => {
      if (!first.connected) throw new Error('the broker of MQTT is away');
      const { topic, payload, ...options } = message;
      await withDeadline(
        'publishing by MQTT',
        longestPublishMs,
        first.publishAsync(topic, payload, options),
      );
    },
    close: async () => {
      // Without waiting for what is under way: the broker sends it to the next process.
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

function openLane({ url, name, filters, take, log }: ExternalDeps, lane: number): MqttClient {
  const client = connect(withoutUser(url), {
    ...timing,
    ...userOf(url),
    protocolVersion: 5,
    clientId: `${name}-${lane}`,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: 100 },
    resubscribe: false,
    reconnectOnConnackError: true,
    queueQoSZero: false,
  });
  // Each message is taken once; what holds for all goes to the first connection alone.
  const shared = filters.shared.map((filter) => `$share/kisima/${filter}`);
  const wanted = lane === 0 ? [...shared, ...filters.own] : shared;
  client.handleMessage = (packet, done) => {
    void take(messageOf(packet as IPublishPacket)).then(() => done(), done);
  };
  client.on('connect', () => {
    if (lane === 0) log.info('connected to the broker of mqtt');
    client.subscribe(wanted, { qos: 1 }, (error, granted = []) => {
      const refused = granted.filter(({ qos }) => qos > 2).map(({ topic }) => topic);
      if (!error && refused.length === 0) return;
      log.error({ err: error, refused }, 'the broker of mqtt does not let this server subscribe');
    });
  });
  client.on('close', () => {
    if (lane === 0) log.warn('the connection to the broker of mqtt is lost; trying again');
  });
  client.on('error', (error) => {
    const { code } = error as { code?: unknown };
    if (wrongVersion.includes(code)) client.options.protocolVersion = 4;
    if (lane === 0) log.warn({ reason: error.message }, 'the broker of mqtt does not answer');
  });
  return client;
}

function messageOf({ topic, payload, retain, qos }: IPublishPacket): PublishedMessage {
  return { topic, payload: Buffer.from(payload), retain, qos: qos === 0 ? 0 : 1 };
}

function userOf(url: string): Pick<IClientOptions, 'username' | 'password'> {
  const { username, password } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
}

function withoutUser(url: string): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
}
