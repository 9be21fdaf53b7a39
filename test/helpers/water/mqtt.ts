import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import type { TestServer } from '../server/test-server.ts';
import { awaited, until } from '../until.ts';

/** The port of the embedded broker of a server, from its log. */
export function mqttPort(server: TestServer, isTls = false): number {
  const lines = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('mqtt is ready'));
  const found = lines.map((line) => JSON.parse(line) as { port: number; isTls: boolean });
  const port = found.find((line) => line.isTls === isTls)?.port;
  if (port === undefined) throw new Error('the server does not listen for MQTT');
  return port;
}

export type Message = { topic: string; payload: string; retain: boolean; qos: number };

/** A client of MQTT, and what it has heard. */
export type MqttTestClient = {
  client: MqttClient;
  heard: Message[];
  /** Subscribes. @returns the granted QoS of each filter; 128 or more where it was refused. */
  subscribe: (...filters: string[]) => Promise<number[]>;
  /** Publishes at QoS 1. */
  publish: (topic: string, payload: unknown, options?: object) => Promise<unknown>;
  /** Waits for the next message on a topic that has not been taken yet. */
  next: (topic: string) => Promise<Message>;
  /** Waits for the end of the connection; to be asked for before it. */
  closed: () => Promise<void>;
  end: () => Promise<void>;
};

/** Connects a client once; rejects where it is refused. */
export async function connectMqtt(url: string, options: IClientOptions): Promise<MqttTestClient> {
  const client = await awaited(
    'a connection of MQTT',
    connectAsync(url, { reconnectPeriod: 0, ...options }, false),
  );
  const heard: Message[] = [];
  client.on('message', (topic, payload, { retain, qos }) => {
    heard.push({ topic, payload: payload.toString(), retain, qos });
  });
  client.on('error', () => {});
  return {
    client,
    heard,
    subscribe: (...filters) =>
      new Promise((resolve) => {
        client.subscribe(filters, { qos: 1 }, (_error, granted, packet) =>
          resolve((packet?.granted ?? granted?.map(({ qos }) => qos) ?? []) as number[]),
        );
      }),
    publish: (topic, payload, more = {}) => {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      return awaited('a PUBACK', client.publishAsync(topic, text, { qos: 1, ...more }));
    },
    next: (topic) =>
      until(() => {
        const at = heard.findIndex((message) => message.topic === topic);
        return at < 0 ? undefined : heard.splice(at, 1)[0];
      }),
    closed: () =>
      awaited(
        'the end of a connection of MQTT',
        new Promise((resolve) => client.once('close', () => resolve())),
      ),
    end: async () => {
      await client.endAsync(true);
    },
  };
}
