import type { Logger } from 'pino';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import type { Upgrades } from '../../../kit/http/connections/answer-in-turn.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { Bus } from '../../live/bus.ts';
import { createAccountFeed } from './account-feed.ts';
import { type Clients, isOfAccount, isOfDevice, sendIfHeard } from './clients.ts';
import { type BrokerLimits, openEmbedded } from './embedded-broker.ts';
import { createInTurn, type Queue } from './in-turn.ts';
import { listenForMqtt, type MqttPorts } from './listen.ts';
import type {
  Broker,
  Connection,
  DevicePeer,
  MqttRoom,
  Outcome,
  PublishedMessage,
} from './message.ts';
import type { observeMqtt } from './observe-mqtt.ts';
import type { BrokerPolicy, ClientConnection, ClientPeer } from './policy.ts';
import type { CommandSender } from './send-commands.ts';
import { createSignIn } from './sign-in.ts';
import { answerPayload, openPayload } from './signed/payload.ts';
import { createProving } from './signed/proving.ts';
import type { createTakeMessage } from './take-message.ts';
import { createTokenCheck } from './token-check.ts';
import {
  branches,
  mayAccountRead,
  mayDeviceRead,
  readPublished,
  readTopic,
  topicOf,
} from './topics.ts';
import { createWebSockets } from './websockets.ts';

export type EmbeddedDeps = {
  db: Database;
  log: Logger;
  timers: Timers;
  devices: KnownDevices;
  guard: Pick<Guard, 'programOf' | 'goodTokens' | 'onSessionsEnded'>;
  bus: Bus;
  clients: Clients;
  commands: CommandSender;
  rooms: readonly MqttRoom[];
  takeMessage: ReturnType<typeof createTakeMessage>;
  metrics: ReturnType<typeof observeMqtt>;
  settings: MqttPorts & { connections: number };
};

/** The embedded broker, also open for connections of WebSockets. */
export type EmbeddedDoor = Broker & { upgrades: Upgrades };

/** Half a thousand readings with all that boards send. */
const packetBytes = 131_072;

const limits: Omit<BrokerLimits, 'connections'> = {
  packetBytes,
  connectMs: 10 * secondMs,
  strangers: 1000,
  // Home Assistant subscribes to the topic of each tank by itself.
  filters: { device: 50, account: 2500 },
  unreadBytes: 262_144,
};

/** Starts the embedded broker, and listens. */
export async function startEmbedded(deps: EmbeddedDeps): Promise<EmbeddedDoor> {
  const { settings, log, timers } = deps;
  const broker = await openEmbedded({
    policy: createPolicy(deps),
    timers,
    failed: (error) => log.error({ err: error }, 'the broker of mqtt has failed'),
    limits: { ...limits, connections: settings.connections },
  });
  const stopListening = await listenForMqtt(settings, broker.accept, log);
  const tokenCheck = createTokenCheck(deps);
  await tokenCheck.start?.();
  return {
    ...broker,
    upgrades: createWebSockets(broker.accept, packetBytes),
    close: async () => {
      await tokenCheck.stop?.();
      const stopped = stopListening();
      await broker.close();
      await stopped;
    },
  };
}

function tooManyClients(): ApiError {
  return failures.unavailable('This account has as many clients of MQTT as it may.');
}

function createPolicy(deps: EmbeddedDeps): BrokerPolicy {
  const { devices, clients, commands, rooms, timers, takeMessage, metrics } = deps;
  const signIn = createSignIn(deps);
  const feed = createAccountFeed(deps);
  const inTurn = createInTurn(timers);
  const proving = createProving({
    timers,
    turnedAway: metrics.turnedAway,
    admit: (client) => {
      clients.add(client);
      commands.sendWaiting(client);
    },
  });
  const queues = new WeakMap<ClientConnection, Queue>();

  const identityOfTopic = (topic: string): string | undefined =>
    readTopic(topic)?.identity ?? rooms.map(({ deviceOf }) => deviceOf(topic)).find(Boolean);

  /** Whether what comes is the last will of a connection whose device has come back by another one meanwhile. */
  const isOldWill = (client: Connection<DevicePeer>): boolean =>
    !client.isOpen() && [...clients.ofDevice(client.peer.id)].some((other) => other.isOpen());

  const takeOfDevice = async (
    message: PublishedMessage,
    client: Connection<DevicePeer>,
    publish: Broker['publish'],
  ): Promise<Outcome> => {
    const topic = readPublished(message.topic);
    if (topic?.identity !== client.peer.identity) return 'forbidden';
    const queue = queues.get(client) ?? { last: undefined, isOpen: () => client.isOpen() };
    queues.set(client, queue);
    const { identity, apiKey, seal } = client.peer;
    const { branch, spelling } = topic;
    const { payload, signed } = openPayload(message.topic, message.payload);
    return await takeMessage({
      identity,
      apiKey,
      signed,
      branch,
      payload,
      inTurn: (work) => inTurn(queue, work),
      canWait: true,
      sendCommands: () => {
        if (!proving.isProven(client)) return;
        // What is sealed is good until the device says something else.
        if (seal) commands.sendWaiting(client);
        else commands.sendFresh(client);
      },
      publishErrors: async (answer) => {
        const errors = topicOf(spelling, branches.errors);
        const payload = answerPayload(errors, answer, signed);
        await sendIfHeard(client, { topic: errors, payload, retain: false, qos: 1 });
      },
      noteStatus: async (word, isProven) => {
        if (isProven && seal && !proving.prove(client)) commands.sendWaiting(client);
        if (!proving.isProven(client) || isOldWill(client)) return;
        // Its people get the word under its MAC or serial as it is known.
        await publish({ topic: topicOf(identity, branch), payload: word, retain: false, qos: 0 });
      },
    });
  };

  const takeOfAccount = async (
    message: PublishedMessage,
    from: ClientConnection,
  ): Promise<Outcome> => {
    for (const room of rooms) {
      const taken = room.take(message, from.peer);
      if (taken) return await taken;
    }
    return 'forbidden';
  };

  devices.onChanged((identity) => {
    const changed = identity === undefined ? clients.devices() : clients.ofIdentity(identity);
    for (const client of changed) void endUnlessGood(client);
  });

  /** Ends the connection of a device whose key has changed, or that is gone. */
  const endUnlessGood = async ({ peer, end }: Connection<DevicePeer>): Promise<void> => {
    try {
      // Of one that signs, each message shows its key, and each command is sealed by it.
      const { id } = peer.seal
        ? await devices.recognise(peer.identity, undefined)
        : await devices.identify(peer.identity, { apiKey: peer.apiKey, door: 'mqtt' });
      if (id !== peer.id) end();
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) end();
    }
  };

  return {
    signIn: async (credentials) => {
      const peer = await signIn(credentials);
      if (peer.kind !== 'account') return peer;
      if (clients.isFull(peer.viewer.userId)) throw tooManyClients();
      await feed.learn(peer);
      return peer;
    },
    mayRead: (peer: ClientPeer, filter) =>
      peer.kind === 'device'
        ? mayDeviceRead(peer.identity, filter)
        : mayAccountRead(filter) || rooms.some((room) => room.mayRead(filter)),
    mayGet: (peer, topic) => {
      // Only the server publishes on topics of a room, and the room has chosen who may have each message.
      if (peer.kind === 'account' && rooms.some((room) => room.mayRead(topic))) return true;
      const identity = identityOfTopic(topic);
      if (identity === undefined) return false;
      return peer.kind === 'device' ? peer.identity === identity : feed.sees(peer, identity);
    },
    take: async (message, from, publish) =>
      isOfDevice(from)
        ? await takeOfDevice(message, from, publish)
        : await takeOfAccount(message, from),
    opened: (client, address) => {
      if (isOfDevice(client) && !proving.begin(client, address)) return;
      clients.add(client);
      if (isOfAccount(client)) feed.opened(client);
    },
    subscribed: (client) => {
      if (isOfDevice(client)) {
        if (proving.isProven(client)) commands.sendWaiting(client);
      } else if (isOfAccount(client)) for (const room of rooms) room.subscribed?.(client);
    },
    closed: (client) => {
      if (isOfDevice(client) && !proving.isProven(client)) return proving.leave(client);
      clients.remove(client);
      if (!isOfAccount(client)) return;
      feed.closed(client);
      for (const room of rooms) room.closed?.(client);
    },
    turnedAway: metrics.turnedAway,
  };
}
