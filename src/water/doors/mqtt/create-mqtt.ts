import type { Component } from '../../../kit/async/components.ts';
import type { Upgrades } from '../../../kit/http/connections/answer-in-turn.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { KnownDevices } from '../../direct/known-devices.ts';
import type { Clients } from './clients.ts';
import type { EmbeddedDeps, EmbeddedDoor } from './embedded.ts';
import type { ExternalDoorDeps } from './external.ts';
import type { Broker, MqttRoom } from './message.ts';
import type { observeMqtt } from './observe-mqtt.ts';
import type { CommandSender } from './send-commands.ts';
import { createTakeMessage, type TakeMessageDeps } from './take-message.ts';

export type MqttDeps = Omit<TakeMessageDeps, 'observe'> & {
  devices: KnownDevices;
  guard: EmbeddedDeps['guard'];
  timers: Timers;
  clients: Clients;
  ids: Ids;
  commands: CommandSender;
  metrics: ReturnType<typeof observeMqtt>;
  settings: EmbeddedDeps['settings'] & ExternalDoorDeps['settings'] & { url: string | undefined };
} & Pick<EmbeddedDeps, 'bus'>;

/** The door of MQTT, once it is open. */
export type Mqtt = {
  /** Publishes as the server; where the broker is away, the message is lost. */
  publish: Broker['publish'];
  /** Adds topics of another room; to be called before the start. */
  addRoom: (room: MqttRoom) => void;
  component: Component;
  /** Connections of WebSockets; none where the broker is an external one. */
  upgrades: Upgrades;
};

/** Creates the door of MQTT, by the embedded broker or as a client of an external one. */
export function createMqtt(deps: MqttDeps): Mqtt {
  const rooms: MqttRoom[] = [];
  const takeMessage = createTakeMessage({ ...deps, observe: deps.metrics.observe });
  const { url } = deps.settings;
  let broker: Broker | undefined;
  let embedded: EmbeddedDoor | undefined;

  const start = async (): Promise<Broker> => {
    const door = { ...deps, rooms, takeMessage };
    // Each loads a library that takes memory, so only the one that is used.
    if (url !== undefined) return (await import('./external.ts')).startExternal(door, url);
    embedded = await (await import('./embedded.ts')).startEmbedded(door);
    return embedded;
  };

  return {
    publish: async (message) => await broker?.publish(message),
    addRoom: (room) => void rooms.push(room),
    component: {
      name: 'mqtt',
      start: async () => {
        broker = await start();
      },
      // Also called before the server waits for its last connections, to which those of WebSockets belong.
      stop: async () => {
        const open = broker;
        broker = undefined;
        await open?.close();
      },
    },
    upgrades: {
      areFor: (request) => (broker && embedded?.upgrades.areFor(request)) ?? false,
      take: (...upgrade) => embedded?.upgrades.take(...upgrade),
    },
  };
}
