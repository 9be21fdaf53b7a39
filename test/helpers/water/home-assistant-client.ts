import { until } from '../until.ts';
import { type Shown, showEntities } from './home-assistant.ts';
import type { Config } from './home-assistant-rules.ts';
import { connectMqtt, type MqttTestClient } from './mqtt.ts';

/** Stand-in of Home Assistant: it discovers tanks at a broker, and shows their entities. */
export type HomeAssistantClient = {
  mqtt: MqttTestClient;
  /** The last message of each topic; an empty one is as if there were none. */
  payloads: Map<string, string>;
  /** How often a topic was heard. */
  counts: Map<string, number>;
  /** Ids of the devices that are discovered. */
  devices: () => number[];
  config: (deviceId: string | number) => Config | undefined;
  /** The state of each entity of a device. */
  states: (deviceId: string | number) => Record<string, string>;
  shown: (deviceId: string | number) => Record<string, Shown>;
  /** Waits until the entities of a device are as described. */
  untilShown: (deviceId: string | number, expected: Record<string, string>) => Promise<void>;
  /** Turns a switch, as the description says. */
  turn: (deviceId: string | number, entity: string, to: 'on' | 'off') => Promise<void>;
  end: () => Promise<void>;
};

const configTopic = (deviceId: string | number) => `homeassistant/device/kisima_${deviceId}/config`;

/** Connects as Home Assistant does: it subscribes to discovery, says that it is there, and to what it finds. */
export async function startHomeAssistant(
  url: string,
  { username = 'token', password }: { username?: string; password?: string | undefined } = {},
): Promise<HomeAssistantClient> {
  const mqtt = await connectMqtt(url, { username, ...(password && { password }) });
  const payloads = new Map<string, string>();
  const counts = new Map<string, number>();
  mqtt.client.on('message', (topic, payload) => {
    const text = payload.toString();
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
    if (text === '') payloads.delete(topic);
    else payloads.set(topic, text);
    if (!topic.endsWith('/config') || text === '') return;
    const topics = Object.values((JSON.parse(text) as Config).components).flatMap((entity) =>
      Object.entries(entity).flatMap(([key, name]) =>
        key.endsWith('_topic') && key !== 'command_topic' ? [String(name)] : [],
      ),
    );
    void mqtt.subscribe(...new Set(topics));
  });
  await mqtt.subscribe('homeassistant/+/+/config', 'homeassistant/+/+/+/config');
  await mqtt.publish('homeassistant/status', 'online');

  const config = (deviceId: string | number) => {
    const text = payloads.get(configTopic(deviceId));
    return text === undefined ? undefined : (JSON.parse(text) as Config);
  };
  const shown = (deviceId: string | number) => {
    const known = config(deviceId);
    return known ? showEntities(known, payloads) : {};
  };
  const states = (deviceId: string | number) =>
    Object.fromEntries(Object.entries(shown(deviceId)).map(([id, { state }]) => [id, state]));
  return {
    mqtt,
    payloads,
    counts,
    config,
    shown,
    states,
    devices: () =>
      [...payloads.keys()]
        .flatMap((topic) => /^homeassistant\/device\/kisima_(\d+)\/config$/.exec(topic)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => a - b),
    untilShown: async (deviceId, expected) => {
      await until(() => {
        const now = states(deviceId);
        return Object.entries(expected).every(([id, state]) => now[id] === state) || undefined;
      });
    },
    turn: async (deviceId, id, to) => {
      const entity = config(deviceId)?.components[id];
      await mqtt.publish(String(entity?.['command_topic']), String(entity?.[`payload_${to}`]));
    },
    end: mqtt.end,
  };
}
