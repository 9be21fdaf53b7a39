import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { Broker, PublishedMessage } from './message.ts';
import { selects } from './topics.ts';

export type ExternalDeps = {
  /** With user and password; never to be logged. */
  url: string;
  /** Name of this process at the broker, which stays the same when it starts again. */
  name: string;
  /**
   * Filters of which each message is for one of all processes, those among them whose messages the broker is not to
   * keep, those that each process gets, and those of messages that are of interest where the broker has kept them.
   */
  filters: Record<'shared' | 'fleeting' | 'own' | 'kept', readonly string[]>;
  /** Takes a message; it is acknowledged once this has resolved, and until then the next one waits. */
  take: (message: PublishedMessage) => Promise<void>;
  /** Takes a message of a fleeting filter; the next one comes at once. */
  takeFleeting: (message: PublishedMessage) => void;
  /** Called with each message that the broker has kept, after each connection. */
  foundKept: (message: PublishedMessage) => void;
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
  const takers = Array.from({ length: lanes }, (_, lane) => openLane(deps, lane));
  // One that takes nothing: on a connection whose message is being taken no acknowledgement is read, and what a
  // message is answered by is to be with the broker before it is taken.
  const publisher = openConnection(deps, 'out');
  const { fleeting: ofMoment, kept } = deps.filters;
  const fleeting = ofMoment.length + kept.length > 0 ? [openFleeting(deps)] : [];
  return {
    publish: async (message) => {
      if (!publisher.connected) throw new Error('the broker of MQTT is away');
      const { topic, payload, ...options } = message;
      await withDeadline(
        'publishing by MQTT',
        longestPublishMs,
        publisher.publishAsync(topic, payload, options),
      );
    },
    close: async () => {
      // Without waiting for what is under way: the broker sends it to the next process.
      await Promise.all([...takers, ...fleeting, publisher].map((client) => client.endAsync(true)));
    },
  };
}

/** @param place of the connection, within the name of the process at the broker. */
function openConnection(
  { url, name }: ExternalDeps,
  place: string,
  keepsSession = true,
): MqttClient {
  const client = connect(withoutUser(url), {
    ...timing,
    ...userOf(url),
    protocolVersion: 5,
    clientId: `${name}-${place}`,
    clean: !keepsSession,
    properties: {
      sessionExpiryInterval: keepsSession ? sessionSeconds : 0,
      receiveMaximum: 100,
    },
    resubscribe: false,
    reconnectOnConnackError: true,
    queueQoSZero: false,
  });
  client.on('error', (error) => {
    const { code } = error as { code?: unknown };
    if (wrongVersion.includes(code)) client.options.protocolVersion = 4;
  });
  return client;
}

function openLane(deps: ExternalDeps, lane: number): MqttClient {
  const { filters, take, log } = deps;
  const client = openConnection(deps, String(lane));
  // Each message is taken once; what holds for all goes to the first connection alone.
  const shared = filters.shared.map(sharedFilter);
  const former = filters.fleeting.map(sharedFilter);
  const wanted = lane === 0 ? [...shared, ...filters.own] : shared;
  client.handleMessage = (packet, done) => {
    void take(messageOf(packet as IPublishPacket)).then(() => done(), done);
  };
  client.on('connect', () => {
    if (lane === 0) log.info('connected to the broker of mqtt');
    // A session of an earlier version has them, and its share of their messages would be lost.
    if (former.length > 0) client.unsubscribe(former, () => {});
    subscribe(client, wanted, 1, log);
  });
  client.on('close', () => {
    if (lane === 0) log.warn('the connection to the broker of mqtt is lost; trying again');
  });
  client.on('error', (error) => {
    if (lane === 0) log.warn({ reason: error.message }, 'the broker of mqtt does not answer');
  });
  return client;
}

/**
 * One connection without a session for messages that mean the moment, so that their order is kept and the broker forgets what it cannot hand over: by
 * a session a pump would start an hour after somebody has switched it on.
 */
function openFleeting(deps: ExternalDeps): MqttClient {
  const { filters, takeFleeting, foundKept, log } = deps;
  const client = openConnection(deps, 'now', false);
  client.handleMessage = (packet, done) => {
    const message = messageOf(packet as IPublishPacket);
    if (message.retain) foundKept(message);
    else if (!filters.kept.some((filter) => selects(filter, message.topic))) takeFleeting(message);
    done();
  };
  client.on('connect', () => {
    subscribe(client, [...filters.fleeting.map(sharedFilter), ...filters.kept], 0, log);
  });
  return client;
}

function subscribe(client: MqttClient, filters: string[], qos: 0 | 1, log: Logger): void {
  client.subscribe(filters, { qos }, (error, granted = []) => {
    const refused = granted.filter(({ qos: given }) => given > 2).map(({ topic }) => topic);
    if (!error && refused.length === 0) return;
    log.error({ err: error, refused }, 'the broker of mqtt does not let this server subscribe');
  });
}

function sharedFilter(filter: string): string {
  return `$share/kisima/${filter}`;
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
