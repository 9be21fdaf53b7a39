import type { Registry } from 'prom-client';
import type { Component } from '../../kit/async/components.ts';
import type { App } from '../../kit/http/app.ts';
import type { Upgrades } from '../../kit/http/connections/answer-in-turn.ts';
import type { ServiceDeps } from '../../service-deps.ts';
import type { Live } from '../live/create-live.ts';
import type { ChangeListener } from '../live/publish-to.ts';
import { createHomeAssistant, type HomeAssistantDeps } from './home-assistant/home-assistant.ts';
import { addLorawan, type LorawanDeps } from './lorawan/routes.ts';
import { createClients } from './mqtt/clients.ts';
import { createMqtt, type MqttDeps } from './mqtt/create-mqtt.ts';
import { observeMqtt } from './mqtt/observe-mqtt.ts';
import { createCommandSender } from './mqtt/send-commands.ts';

type DoorsDeps = ServiceDeps &
  LorawanDeps &
  Omit<MqttDeps, 'bus' | 'clients' | 'commands' | 'metrics' | 'settings'> &
  Omit<HomeAssistantDeps, 'bus' | 'publicUrl' | 'external'> & {
    live: Pick<Live, 'publisher' | 'bus'>;
    metrics: { registry: Registry };
  };

type Doors = {
  components: Component[];
  /** Hear of changes, for devices and for Home Assistant. */
  listeners: ChangeListener[];
  /** Connections of WebSockets; undefined without MQTT. */
  upgrades: Upgrades | undefined;
};

/** Opens the doors beside HTTP: LoRaWAN, and MQTT with Home Assistant behind it. */
export function openDoors(app: App, deps: DoorsDeps): Doors {
  const { config, db, live, metrics } = deps;
  const lorawan = addLorawan(app, deps);
  if (!config.mqtt.isOn) return { components: lorawan, listeners: [], upgrades: undefined };
  const { bus, publisher } = live;
  const clients = createClients();
  // Dashboards alone hear of commands that it delivers.
  const commands = createCommandSender({ ...deps, publisher, clients, notices: db.notices });
  const mqtt = createMqtt({
    ...deps,
    bus,
    clients,
    commands,
    metrics: observeMqtt(metrics.registry, clients.size),
    settings: { ...config.mqtt, host: config.host, httpPort: config.port },
  });
  const { url, discovery } = config.mqtt;
  const homeAssistant = createHomeAssistant({
    ...deps,
    bus,
    publicUrl: config.publicUrl,
    external: url === undefined ? undefined : { publish: mqtt.publish, shows: discovery },
  });
  mqtt.addRoom(homeAssistant.room);
  // Before the server waits for its last connections, to which those of WebSockets belong.
  app.addHook('preClose', async () => await mqtt.component.stop?.());
  return {
    components: [...lorawan, mqtt.component, ...homeAssistant.components],
    listeners: [commands, ...homeAssistant.listeners],
    upgrades: mqtt.upgrades,
  };
}
