import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { quantile } from '../lib/figures.ts';
import type { Load, Measured } from '../lib/load/wrk.ts';

/** A device, and the payloads that it publishes in turn. */
export type Publisher = { mac: string; payloads: string[] };

/** Bytes of a PUBACK of MQTT 3.1.1, section 3.4. */
const pubackBytes = 4;
const mostIds = 65_535;

/**
 * Publishes at QoS 1, each connection its next message when the one before is acknowledged, for some seconds.
 * @throws Error where a connection is refused or lost.
 */
export async function publishFor(
  port: number,
  publishers: readonly Publisher[],
  { connections, seconds }: Load,
): Promise<Measured> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  await Promise.all(
    publishers
      .slice(0, connections)
      .map((publisher) => publishInTurn(port, publisher, { end, times })),
  );
  const passed = (performance.now() - start) / 1000;
  return {
    perSecond: times.length / passed,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

async function publishInTurn(
  port: number,
  { mac, payloads }: Publisher,
  { end, times }: { end: number; times: number[] },
): Promise<void> {
  const socket = await signIn(port, mac);
  await new Promise<void>((resolve, reject) => {
    let sent = 0;
    let sentAt = 0;
    const next = () => {
      sentAt = performance.now();
      socket.write(
        publishPacket(mac, payloads[sent % payloads.length] ?? '', (sent % mostIds) + 1),
      );
      sent += 1;
    };
    let got = 0;
    socket.on('data', (data) => {
      got += data.length;
      if (got < pubackBytes) return;
      got -= pubackBytes;
      times.push(performance.now() - sentAt);
      if (performance.now() < end) next();
      else resolve();
    });
    socket.on('close', () => reject(new Error('the broker has hung up')));
    next();
  });
  socket.removeAllListeners('close').destroy();
}

/** Connects as a device. @throws Error where the broker refuses it. */
export async function signIn(port: number, mac: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket.write(
    mqttPacket.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: mac,
      keepalive: 0,
      username: mac,
    }),
  );
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`the broker refuses ${mac}: ${connack[3]}`);
  return socket;
}

export function publishPacket(mac: string, payload: string, messageId: number): Buffer {
  return mqttPacket.generate({
    cmd: 'publish',
    topic: `kisima/${mac}/readings`,
    payload,
    messageId,
    qos: 1,
    dup: false,
    retain: false,
  });
}
