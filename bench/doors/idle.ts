import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { report } from '../lib/figures.ts';
import { registerFleet } from '../lib/load/fleet.ts';
import { serveKisima } from '../lib/processes.ts';
import { residentMegabytes } from '../lib/resident-megabytes.ts';
import { signIn } from './mqtt-load.ts';

const abreast = 64;
/** What registering and signing in left behind is collected by then. */
const settleMs = 30_000;

/** Measures what devices cost that are connected by MQTT and silent. */
export async function measureIdle(dataDir: string, port: number, count: number): Promise<void> {
  const env = { MQTT_PORT: String(port), MQTT_CONNECTIONS: String(count + 100) };
  const server = await serveKisima(dataDir, env);
  const { macs } = await registerFleet(server.url, count);
  await setTimeout(settleMs);
  const before = await residentMegabytes(server);
  const sockets: Socket[] = [];
  const waiting = [...macs];
  const work = async () => {
    for (let mac = waiting.pop(); mac; mac = waiting.pop()) sockets.push(await signIn(port, mac));
  };
  await Promise.all(Array.from({ length: abreast }, work));
  await setTimeout(settleMs);
  const after = await residentMegabytes(server);
  for (const socket of sockets) socket.destroy();
  await server.stop();
  report(
    `${count.toLocaleString('en')} silent devices by MQTT (RSS)`,
    `${(after - before).toFixed(0)} MB more`,
    'at most 300 MB',
  );
}
