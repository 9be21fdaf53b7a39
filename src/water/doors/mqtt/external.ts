import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { Clients } from './clients.ts';
import { openExternal } from './external-broker.ts';
import { createFleeting } from './fleeting.ts';
import type {
  Broker,
  Connection,
  DevicePeer,
  MqttMessage,
  MqttRoom,
  Outcome,
  PublishedMessage,
} from './message.ts';
import type { observeMqtt } from './observe-mqtt.ts';
import type { CommandSender } from './send-commands.ts';
import { answerPayload, openPayload } from './signed/payload.ts';
import { createSeal } from './signed/seal.ts';
import type { createTakeMessage } from './take-message.ts';
import { branches, type DeviceTopic, readTopic, selects, topicOf } from './topics.ts';

export type ExternalDoorDeps = {
  db: Database;
  devices: KnownDevices;
  log: Logger;
  timers: Timers;
  clients: Clients;
  commands: CommandSender;
  rooms: readonly MqttRoom[];
  takeMessage: ReturnType<typeof createTakeMessage>;
  metrics: Pick<ReturnType<typeof observeMqtt>, 'observe'>;
  settings: { httpPort: number; clientName: string | undefined };
  ids: Ids;
};

/** Pause between tries while storage fails; they have no end, as the broker keeps what follows. */
const againMs = secondMs;

/** Most devices of which is known that they are connected to the broker. */
const mostKnown = 100_000;

/** Starts as a client of an external broker, which knows its clients and confines each to its own topics. */
export function startExternal(deps: ExternalDoorDeps, url: string): Broker {
  const { log, timers, rooms, takeMessage, metrics, settings, ids } = deps;
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));
  let isOpen = true;

  /** Resolves once the broker has it, or cannot have it. */
  const publish = async (message: MqttMessage): Promise<void> => {
    await broker.publish(message).catch((error: unknown) => {
      log.warn({ err: error, topic: message.topic }, 'a message could not be published by MQTT');
    });
  };
  const present = createPresent(deps, (message, written) => void publish(message).then(written));

  const takeOfDevice = async (topic: DeviceTopic, message: PublishedMessage): Promise<Outcome> => {
    const { identity, spelling, branch } = topic;
    const { payload, signed } = openPayload(message.topic, message.payload);
    const isSigning = signed !== undefined;
    return await takeMessage({
      identity,
      branch,
      apiKey: undefined,
      signed,
      payload,
      isForAll: branch === branches.status,
      // A wait would hold up other devices.
      inTurn: (work) => work(),
      canWait: false,
      sendCommands: () => present.sendSoon(topic, isSigning),
      publishErrors: async (answer) => {
        const errors = topicOf(spelling, branches.errors);
        const payload = answerPayload(errors, answer, signed);
        await publish({ topic: errors, payload, retain: false, qos: 1 });
      },
      noteStatus: async (word) => await present.note(topic, word === 'online', isSigning),
    });
  };

  const takeOnce = async (message: PublishedMessage): Promise<Outcome> => {
    for (const room of rooms) {
      const taken = room.take(message, { kind: 'broker' });
      if (taken) return await taken;
    }
    const topic = readTopic(message.topic);
    if (!topic) return 'forbidden';
    // What a broker keeps was measured nobody knows when, and would come again at each start.
    if (message.retain && topic.branch !== branches.status) {
      metrics.observe(topic.branch, 'retained');
      return 'forbidden';
    }
    return await takeOfDevice(topic, message);
  };

  const take = async (message: PublishedMessage): Promise<void> => {
    while (isOpen) {
      const outcome = await takeOnce(message).catch((error: unknown) => {
        log.error({ err: error }, 'a message of MQTT could not be taken');
        return 'again' as const;
      });
      if (outcome !== 'again') return;
      await pause(againMs);
    }
    throw new Error('the server is stopping');
  };

  const fleeting = createFleeting({ timers, log, take: takeOnce });
  const ofMoment = rooms.flatMap((room) => room.fleeting);
  const broker = openExternal({
    url,
    log,
    // Of a port that is chosen anew at each start, nothing says which process this is.
    name: settings.clientName ?? `kisima-${hostname()}-${settings.httpPort || ids.secret(6)}`,
    take: async (message) => {
      // Kept for a session by a broker at which an earlier version subscribed to them there.
      if (ofMoment.some((filter) => selects(filter, message.topic))) return;
      await take(message);
    },
    takeFleeting: fleeting.add,
    foundKept: (message) => {
      for (const { kept } of rooms) kept?.found(message);
    },
    filters: {
      fleeting: ofMoment,
      kept: rooms.flatMap(({ kept }) => kept?.filters ?? []),
      shared: [
        `kisima/+/${branches.readings}`,
        `kisima/+/${branches.acks}`,
        ...rooms.flatMap(({ filters }) => filters),
      ],
      own: [`kisima/+/${branches.status}`],
    },
  });
  return {
    ...broker,
    close: async () => {
      isOpen = false;
      fleeting.close();
      await broker.close();
    },
  };
}

/** The id of no device: of a client whose device is gone, and which may come to be one again. */
const noDevice = 0;

/** Knows which devices are connected to the broker, by what they say of themselves, and sends those their commands. */
function createPresent(
  deps: Pick<ExternalDoorDeps, 'db' | 'devices' | 'clients' | 'commands' | 'log'>,
  publish: Connection['send'],
) {
  const { db, devices, clients, commands, log } = deps;
  const sealOf = createSeal(deps);
  /** What was known of clients before their devices changed: what is on its way to them is another board's. */
  const former = new WeakSet<DevicePeer>();
  const connect = (peer: DevicePeer, filters: Connection['filters']): Connection<DevicePeer> => ({
    peer,
    filters,
    send: publish,
    end: () => {},
    isOpen: () => !former.has(peer),
  });

  /** Its commands come in its own spelling, since the broker lets it read nothing else. */
  const clientOf = async (
    { identity, spelling }: DeviceTopic,
    isSigning: boolean,
  ): Promise<Connection<DevicePeer> | undefined> => {
    const filter = topicOf(spelling, branches.commands);
    const [known] = clients.ofIdentity(identity);
    const isAsBefore = (known?.peer.seal !== undefined) === isSigning;
    const isOfDevice = known?.peer.id !== noDevice;
    if (isAsBefore && isOfDevice && known?.filters.has(filter)) return known;
    const row = await db.readWhole
      .selectFrom('devices')
      .select('id')
      .where('identity', '=', identity)
      .executeTakeFirst();
    if (!row) return undefined;
    const seal = isSigning ? { seal: sealOf({ id: row.id, identity }) } : {};
    const peer = { kind: 'device', id: row.id, identity, apiKey: undefined, ...seal } as const;
    return connect(peer, new Set([filter]));
  };

  /**
   * Gives a client the device that its MAC or serial is now: it may be new hardware's, gone, or registered anew, and
   * the broker knows nothing of that.
   */
  const follow = async (client: Connection<DevicePeer>): Promise<void> => {
    const { identity, seal } = client.peer;
    // Until it is known, nothing is sent to what may be another board.
    former.add(client.peer);
    const unsure = connect({ ...client.peer, id: noDevice }, client.filters);
    clients.remove(client);
    clients.add(unsure);
    const found = await devices.recognise(identity, undefined).catch(() => undefined);
    if (!found || !clients.ofIdentity(identity).includes(unsure)) return;
    clients.remove(unsure);
    const { id } = found;
    if (id === client.peer.id) {
      former.delete(client.peer);
      clients.add(client);
      commands.sendFresh(client);
      return;
    }
    const peer = { ...client.peer, id, ...(seal && { seal: sealOf({ id, identity }) }) };
    const moved = connect(peer, client.filters);
    clients.add(moved);
    commands.sendWaiting(moved);
  };
  devices.onChanged((identity) => {
    const changed = identity === undefined ? clients.devices() : clients.ofIdentity(identity);
    for (const client of changed) void follow(client);
  });

  return {
    note: async (topic: DeviceTopic, isOnline: boolean, isSigning: boolean): Promise<void> => {
      const known = clients.ofIdentity(topic.identity);
      const client = isOnline ? await clientOf(topic, isSigning) : undefined;
      for (const other of known) if (other !== client) clients.remove(other);
      if (!client) return;
      if (!known.includes(client) && clients.size() < mostKnown) clients.add(client);
      commands.sendWaiting(client);
    },
    /** What storage could not find out comes with the next message: the one that was taken is not to come again. */
    sendSoon: (topic: DeviceTopic, isSigning: boolean): void => {
      clientOf(topic, isSigning).then(
        (client) => client && commands.sendWaiting(client),
        (error: unknown) => {
          const about = { err: error, identity: topic.identity };
          log.error(about, 'commands could not be sent by MQTT');
        },
      );
    },
  };
}
