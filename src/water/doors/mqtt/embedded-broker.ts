import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import { ApiError } from '../../../kit/api/failures/api-error.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { asSubscribed, type SubscribedMessage, type Subscriptions } from './as-subscribed.ts';
import { endUnread } from './bound-stream.ts';
import { holdBack, mostAtOnce, nameOf, passFit } from './gate.ts';
import type { Broker } from './message.ts';
import type { BrokerPolicy, ClientConnection, ClientPeer, TurnedAway } from './policy.ts';
import { addressOf, createStrangers } from './strangers.ts';

export type BrokerLimits = {
  /** Bytes of a packet; a larger one is refused once its head says how long it is. */
  packetBytes: number;
  /** Time from a connection to its CONNECT, and from that to the end of the sign-in. */
  connectMs: number;
  /** Connections in all, and those among them that have not signed in. */
  connections: number;
  strangers: number;
  /** Topic filters of one connection, by whose it is. */
  filters: Record<ClientPeer['kind'], number>;
  /** Bytes that one connection has not read. */
  unreadBytes: number;
};

export type EmbeddedBroker = Broker & {
  /** Takes over a connection that is to speak MQTT. */
  accept: (stream: Duplex) => void;
  /** Open connections. */
  size: () => number;
};

type EmbeddedDeps = {
  policy: BrokerPolicy;
  limits: BrokerLimits;
  timers: Timers;
  /** Is told of faults of the broker itself. */
  failed: (error: unknown) => void;
};

/** Topic of messages that go to nobody: no client may subscribe to it. */
const nowhere = '$taken';

/** CONNACK codes of MQTT 3.1.1, section 3.2.2.3; the library says them in those of MQTT 5. */
const connack = { unavailable: 3, notAuthorized: 5 };
/** Reason codes of MQTT 5, section 2.4. */
const reasons = { unavailable: 0x88, takenBack: 0x87, qosNotSupported: 0x9b };

/** Sessions end with their connections: waiting commands are kept by the database, and come at a subscription. */
class BrokerWithoutSessions extends Aedes {
  clampSessionExpiry(): number {
    return 0;
  }
}

/** Starts the broker inside this process; it listens nowhere, and takes connections by `accept`. */
export async function openEmbedded(deps: EmbeddedDeps): Promise<EmbeddedBroker> {
  const { policy, limits, timers, failed } = deps;
  // A client's will comes when its connection has ended.
  const connections = new WeakMap<Client, ClientConnection>();
  const streams = new Set<Duplex>();
  /** Clients that have a stream and are not open yet, with where they come from, and those that were opened. */
  const arriving = new WeakMap<Client, string>();
  const opened = new WeakMap<Client, ClientConnection>();
  const strangers = createStrangers(limits.strangers);
  let signedIn = 0;

  const aedes = new BrokerWithoutSessions({
    // Nobody waits for a client that does not read, so nothing need wait in turn.
    concurrency: 0,
    drainTimeout: limits.connectMs,
    connectTimeout: 2 * limits.connectMs,
    maxClientsIdLength: 1000,
    maxTopicLevels: 10,
    maximumPacketSize: limits.packetBytes,
    pendingSessionsLimit: 1,
    queueLimit: mostAtOnce,
    preConnect: (client, _packet, done) => {
      holdBack(client);
      done(null, true);
    },
    authenticate: (client, userName, password, done) => {
      void signIn(client, { userName: userName ?? '', password: password?.toString() }).then(
        () => done(null, true),
        (error: unknown) => {
          policy.turnedAway('sign_in');
          const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
          const returnCode = isRefused ? connack.notAuthorized : connack.unavailable;
          done(Object.assign(new Error('not let in'), { returnCode }), false);
        },
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const connection = connections.get(client);
      const { topic } = subscription;
      if (connection && takeFilter(connection, topic)) return done(null, subscription);
      policy.turnedAway('subscribe');
      done(null, null);
    },
    authorizeForward: (client, packet) => {
      const connection = connections.get(client);
      return connection && policy.mayGet(connection.peer, packet.topic) ? packet : null;
    },
    authorizePublish: (client, packet, done) => {
      const connection = client ? connections.get(client) : undefined;
      if (!client || !connection) return done(new Error('not signed in'));
      const { topic, payload, retain, qos } = packet;
      const atLeastOnce = qos === 0 ? 0 : 1;
      const message = { topic, payload: Buffer.from(payload), retain, qos: atLeastOnce } as const;
      // The broker passes nothing on that clients publish, and keeps nothing of it.
      Object.assign(packet, { topic: nowhere, payload: '', retain: false, properties: undefined });
      void policy.take(message, connection, publish).then(
        (outcome) => {
          if (outcome === 'acknowledge') return done();
          if (outcome === 'again') return endWith(client, reasons.unavailable);
          policy.turnedAway('publish');
          // MQTT 3.1.1 has no way to say no but to hang up, upon which a client comes back with the same.
          done(client.version === 5 ? new Error('not authorized') : null);
        },
        () => endWith(client, reasons.unavailable),
      );
    },
  });
  aedes.on('clientReady', (client) => {
    const connection = connections.get(client);
    // It may have gone while it was let in.
    const address = arriving.get(client);
    if (!connection || address === undefined) return;
    arriving.delete(client);
    opened.set(client, connection);
    policy.opened(connection, address);
  });
  aedes.on('subscribe', (_subscriptions, client) => {
    const connection = connections.get(client);
    if (connection) policy.subscribed(connection);
  });
  aedes.on('unsubscribe', (topics, client) => {
    const filters = connections.get(client)?.filters as Set<string> | undefined;
    for (const topic of topics) filters?.delete(topic);
  });
  aedes.on('clientError', (_client, error) => noteBroken(error));
  aedes.on('connectionError', (_client, error) => noteBroken(error));
  (aedes as EventEmitter).on('error', failed);
  await aedes.listen();

  const noteBroken = (error: Error): void => {
    const why: Record<string, TurnedAway> = { 'packet too large': 'too_large' };
    const found = why[error.message];
    if (found) policy.turnedAway(found);
  };

  const publish: Broker['publish'] = (message) =>
    new Promise((resolve, reject) => {
      aedes.publish(packetOf(message), (error) => (error ? reject(error) : resolve()));
    });

  const takeFilter = ({ peer, filters }: ClientConnection, filter: string): boolean => {
    const hasRoom = filters.has(filter) || filters.size < limits.filters[peer.kind];
    if (!hasRoom || !policy.mayRead(peer, filter)) return false;
    (filters as Set<string>).add(filter);
    return true;
  };

  const signIn = async (
    client: Client,
    credentials: { userName: string; password: string | undefined },
  ) => {
    const peer = await policy.signIn(credentials);
    if (client.closed) throw new Error('the client has gone');
    signedIn += 1;
    client.id = nameOf(peer, client.id, signedIn);
    connections.set(client, {
      peer,
      filters: new Set(),
      send: (message, written = () => {}) =>
        client.publish(packetOf(asSubscribed(subscriptionsOf(client), message)), () => written()),
      end: () => endWith(client, reasons.takenBack),
      isOpen: () => !client.closed,
    });
  };

  const accept = (stream: Duplex): void => {
    const turnAway = () => {
      policy.turnedAway('too_many');
      stream.on('error', () => {}).destroy();
    };
    const address = addressOf(stream);
    const isFull = aedes.closed || streams.size >= limits.connections;
    const leave = isFull ? undefined : strangers.enter(address, turnAway);
    if (!leave) {
      turnAway();
      return;
    }
    streams.add(stream);
    endUnread(stream, limits.unreadBytes, () => policy.turnedAway('unread'));
    const client = aedes.handle(stream);
    arriving.set(client, address);
    const stopWaiting = expectConnect(client, stream, leave);
    passFit(client, (why) => {
      policy.turnedAway(why);
      if (client.version === 5 && why === 'qos_2') endWith(client, reasons.qosNotSupported);
    });
    stream.once('close', () => {
      stopWaiting();
      streams.delete(stream);
      arriving.delete(client);
      const connection = opened.get(client);
      if (connection) policy.closed(connection);
    });
  };

  /** Ends a connection that does not sign in; @returns what calls that off. */
  const expectConnect = (client: Client, stream: Duplex, leave: () => void): (() => void) => {
    const cancel = timers.after(limits.connectMs, () => {
      policy.turnedAway('slow_connect');
      stream.destroy();
    });
    const stop = () => {
      leave();
      cancel();
    };
    client.on('connected', stop);
    return stop;
  };

  return {
    accept,
    size: () => streams.size,
    publish,
    close: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const stream of streams) stream.destroy();
    },
  };
}

function endWith(client: Client, reasonCode: number): void {
  client.disconnect({ reasonCode });
}

function packetOf({ payload, ...message }: SubscribedMessage) {
  return { cmd: 'publish' as const, ...message, payload: Buffer.from(payload), dup: false };
}

/** What the library knows of a client and does not declare. */
function subscriptionsOf(client: Client): Subscriptions {
  return (client as unknown as { subscriptions: Subscriptions }).subscriptions;
}
