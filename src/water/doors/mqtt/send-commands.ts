import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { Notices } from '../../../db/notices.ts';
import { presentPolled } from '../../direct/schemas.ts';
import type { LivePublisher, PublishDeps } from '../../live-publisher.ts';
import { deliverCommands } from '../../pump-commands/deliver-commands.ts';
import type { CommitListener } from '../../record/store-batches.ts';
import { type Clients, sendIfHeard } from './clients.ts';
import type { Connection, DevicePeer, Seal } from './message.ts';
import { commandTopicOf } from './topics.ts';

type CommandDeps = PublishDeps<'commandsChanged'> & {
  notices: Notices;
  log: Logger;
  clients: Pick<Clients, 'ofDevice'>;
};

/** Sends pump commands to the clients of devices. */
export type CommandSender = Pick<LivePublisher, 'commandsChanged'> &
  CommitListener & {
    /** Sends a client all that waits for its device. */
    sendWaiting: (client: Connection<DevicePeer>) => void;
    /** Sends a client what waits for its device, and has not been sent to it yet. */
    sendFresh: (client: Connection<DevicePeer>) => void;
  };

const channel = 'mqtt-commands';

/** Devices whose commands are fetched at once. */
const abreast = 8;

/**
 * Sends commands to devices as soon as they wait: each process to the clients that it has, and it tells the
 * others. A device that has not subscribed to its commands fetches them as it always did.
 */
export function createCommandSender(deps: CommandDeps): CommandSender {
  const { clock, notices, log, clients } = deps;
  const limit = pLimit(abreast);
  /** Commands that a client was sent already, so that one that changes is not sent with all that wait. */
  const sent = new WeakMap<Connection, Set<number>>();
  /** A client is sent to once at a time: else two that see the same command wait would both send it. */
  const turns = new WeakMap<Connection, LimitFunction>();
  const turnOf = (client: Connection): LimitFunction => {
    const turn = turns.get(client) ?? pLimit(1);
    turns.set(client, turn);
    return turn;
  };

  const send = async (client: Connection<DevicePeer>, isAnew: boolean): Promise<void> => {
    const topic = commandTopic(client);
    if (!topic) return;
    const { seal: findSeal } = client.peer;
    let seal: Awaited<ReturnType<Seal>>;
    /** Nothing is given to a client that is another device's by now, nor unsealed to one that takes only what is sealed. */
    const isAble = async (): Promise<boolean> => {
      if (!client.isOpen()) return false;
      seal = await findSeal?.();
      return !findSeal || seal !== undefined;
    };
    const now = clock();
    const before = isAnew ? undefined : sent.get(client);
    const waiting = await deliverCommands(deps, client.peer.id, now, { isAble });
    sent.set(client, new Set(waiting.map(({ command }) => command.id)));
    if (!client.isOpen()) return;
    for (const delivered of waiting) {
      if (before?.has(delivered.command.id)) continue;
      const command = JSON.stringify(presentPolled(delivered, now));
      const payload = seal?.(topic, command) ?? command;
      void sendIfHeard(client, { topic, payload, retain: false, qos: 1 });
    }
  };

  const sendSoon = (client: Connection<DevicePeer>, isAnew: boolean): void => {
    turnOf(client)(() => limit(send, client, isAnew)).catch((error: unknown) =>
      log.error({ err: error, deviceId: client.peer.id }, 'commands could not be sent by MQTT'),
    );
  };

  const wakeHere = (deviceId: number): void => {
    const those = [...clients.ofDevice(deviceId)].filter(commandTopic);
    for (const client of those) sendSoon(client, false);
  };

  const wake = (deviceIds: number[]): void => {
    for (const id of deviceIds) wakeHere(id);
    // A client that is here may be dead already, and its device have come back at another process.
    if (notices.areShared) notices.publish(channel, deviceIds);
  };

  notices.subscribe<number[]>(channel, {
    received: (deviceIds) => {
      for (const id of deviceIds) wakeHere(id);
    },
    // What was missed comes with the next reading, or when its device subscribes again.
    missed: () => {},
  });

  return {
    isAwaited: () => true,
    commandsChanged: (commands) => {
      const fresh = commands.filter(
        ({ status, delivered_at, schedule }) =>
          status === 'pending' && delivered_at === null && schedule === null,
      );
      wake([...new Set(fresh.map(({ device_id }) => device_id))]);
    },
    committed: ({ consequences }) => {
      const ids = consequences.flatMap(({ kind, deviceId }) =>
        kind === 'command' ? [deviceId] : [],
      );
      if (ids.length > 0) wake([...new Set(ids)]);
    },
    sendWaiting: (client) => sendSoon(client, true),
    sendFresh: (client) => {
      if (commandTopic(client)) sendSoon(client, false);
    },
  };
}

/** The topic of its commands, as the client spells it; undefined where it has not subscribed to it. */
function commandTopic({ peer, filters }: Connection<DevicePeer>): string | undefined {
  for (const filter of filters) {
    const topic = commandTopicOf(peer.identity, filter);
    if (topic) return topic;
  }
  return undefined;
}
