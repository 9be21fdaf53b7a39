import { afterEach } from 'node:test';
import type { IClientOptions } from 'mqtt';
import type { Timers } from '../../../src/kit/time/timers.ts';
import { type DeviceDesk, useDeviceDesk } from '../browser/device-desk.ts';
import type { Engine } from '../server/test-server.ts';
import { connectMqtt, type MqttTestClient, mqttPort } from './mqtt.ts';

/** The desk of a device whose server has the embedded broker; what clients are opened is closed after each test. */
export type MqttDesk = {
  desk: DeviceDesk;
  /** Connects as the device, unless the options say otherwise; rejects where it is refused. */
  connect: (options?: IClientOptions) => Promise<MqttTestClient>;
  /** The topic of the device on a branch. */
  topic: (branch: string) => string;
  /** The stored levels of the device, oldest first. */
  levels: () => Promise<number[]>;
  /** A metric by its name and labels as Prometheus reads them. */
  metric: (line: string) => Promise<number>;
  /** Makes a token for a program of the owner. */
  newToken: (fields?: object) => Promise<{ id: number; token: string }>;
};

/** To be called in a suite, whose hooks it sets. */
export function useMqttDesk(
  engine: Engine,
  env: Record<string, string> = {},
  url = (port: number) => `mqtt://127.0.0.1:${port}`,
  timers?: Timers,
): MqttDesk {
  const desk = useDeviceDesk(engine, { MQTT_PORT: '0', ...env }, timers);
  const clients: MqttTestClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
  });
  return {
    desk,
    connect: async (options = {}) => {
      const client = await connectMqtt(url(mqttPort(desk.server)), {
        username: desk.device.mac_or_serial,
        ...options,
      });
      clients.push(client);
      return client;
    },
    topic: (branch) => `kisima/${desk.device.mac_or_serial}/${branch}`,
    levels: async () => {
      const path = `/api/sensors.php?action=history&device_id=${desk.device.id}&hours=24`;
      const { body } = await desk.call('GET', path);
      return (body as { level: number; recorded_at: string }[])
        .sort((a, b) => a.recorded_at.localeCompare(b.recorded_at))
        .map(({ level }) => level);
    },
    metric: async (line) => {
      const { text } = await desk.server.request('GET', '/metrics');
      const found = text.split('\n').find((each) => each.startsWith(`${line} `));
      return Number(found?.slice(line.length + 1) ?? Number.NaN);
    },
    newToken: async (fields = {}) => {
      const json = { name: 'a program', scope: 'read', ...fields };
      const { body, text, status } = await desk.call('POST', '/api/me/tokens', json);
      if (status !== 201) throw new Error(text);
      return body as { id: number; token: string };
    },
  };
}
