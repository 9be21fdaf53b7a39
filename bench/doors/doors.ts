import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { secondMs } from '../../src/kit/time/units.ts';
import { median, report } from '../lib/figures.ts';
import { keepPosting } from '../lib/load/keep-posting.ts';
import { answerOf, inTurn, type Loaded, push, startWithFleet } from '../lib/load/push-load.ts';
import { serve } from '../lib/processes.ts';
import { measureCommands } from './commands.ts';
import { measureIdle } from './idle.ts';
import { type Publisher, publishFor } from './mqtt-load.ts';
import { batchOf, csvBatch, jsonBatch, publishersOf } from './payloads.ts';
import { httpBytes, mqttBytes } from './wire-bytes.ts';

const connections = 64;
const batchPath = '/iot_push_batch.php';
const formType = 'application/x-www-form-urlencoded';
const batchConnections = 8;
const batchesOfRound = 400;
const rounds = 5;

/**
 * `npm run bench doors`: readings a second by form, batch and MQTT, each answered after the durable commit, beside
 * a bare HTTP server and the embedded broker alone; what a reading takes on the wire, how soon a command is with its
 * device (`--only commands` measures nothing else), and what silent devices take of the memory (`--idle 0` leaves
 * these out).
 */
export async function benchDoors(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      idle: { type: 'string', default: '10000' },
      only: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const folder = await mkdtemp(resolve('bench-data-'));
  // PostgreSQL runs as somebody else where this is root.
  await chmod(folder, 0o755);
  try {
    if (values.only !== 'commands') await measureReadings(folder, seconds, Number(values.idle));
    await measureCommands(folder, [await freePort(), await freePort()]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureReadings(folder: string, seconds: number, idle: number): Promise<void> {
  const port = await freePort();
  const loaded = await startWithFleet(join(folder, 'data'), {
    MQTT_PORT: String(port),
    BATCH_BURST_PER_DEVICE: '10000000',
  });
  await compareForms(loaded, seconds);
  await compareMqtt(loaded, port, seconds);
  await measureBatches(loaded);
  await measureWire(loaded, port);
  await loaded.server.stop();
  if (idle > 0) await measureIdle(join(folder, 'idle'), await freePort(), idle);
}

async function compareForms(loaded: Loaded, seconds: number): Promise<void> {
  const floor = await serve('bench/floor-server.ts', { FLOOR_ANSWER: await answerOf(loaded) });
  const [bare, durable] = await inTurn(
    () => push(floor, loaded.bodies, connections, seconds),
    () => push(loaded.server, loaded.bodies, connections, seconds),
  );
  await floor.stop();
  report('bare HTTP server', perSecond(bare.perSecond), `p99 ${bare.p99Ms} ms`);
  report('by form', perSecond(durable.perSecond), `p99 ${durable.p99Ms} ms`);
  report('  of the bare server', (durable.perSecond / bare.perSecond).toFixed(3));
}

async function compareMqtt(loaded: Loaded, port: number, seconds: number): Promise<void> {
  const publishers = publishersOf(loaded.bodies);
  const floor = await serve('bench/doors/bare-broker.ts', {});
  const load = { connections, seconds };
  const [bare, durable] = await inTurn(
    () => publishFor(Number(new URL(floor.url).port), publishers, load),
    () => publishFor(port, publishers, load),
  );
  await floor.stop();
  report('the broker alone, QoS 1', perSecond(bare.perSecond), `p99 ${bare.p99Ms.toFixed(2)} ms`);
  report('by MQTT, QoS 1', perSecond(durable.perSecond), `p99 ${durable.p99Ms.toFixed(2)} ms`);
  const share = durable.perSecond / bare.perSecond;
  report('  of the broker alone', share.toFixed(3), 'at least 0.5');
  report('  p99, times that of the broker', (durable.p99Ms / bare.p99Ms).toFixed(2), 'at most 5');
}

async function measureBatches({ server, bodies }: Loaded): Promise<void> {
  const publishers = publishersOf(bodies);
  const headers = { 'content-type': 'application/json' };
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const posts = Array.from({ length: batchesOfRound }, (_, index) => {
      const place = round * batchesOfRound + index;
      const { mac = '' } = publishers[place % publishers.length] ?? {};
      return { body: jsonBatch(mac, Math.floor(place / publishers.length)), headers };
    });
    const start = performance.now();
    await keepPosting(`${server.url}${batchPath}`, batchConnections, posts);
    rates.push((posts.length * batchOf * secondMs) / (performance.now() - start));
  }
  report(`by batches of ${batchOf}, ${batchConnections} connections`, perSecond(median(rates)));
}

async function measureWire({ server: { url }, bodies }: Loaded, port: number): Promise<void> {
  const [form = ''] = bodies;
  // A device of which no batch was sent.
  const { mac, payloads } = publishersOf(bodies).at(-1) as Publisher;
  const formBytes = await httpBytes(url, formType, '/iot_push.php', form);
  const batchBytes = {
    JSON: await httpBytes(url, 'application/json', batchPath, jsonBatch(mac, 6)),
    CSV: await httpBytes(url, 'text/csv', `${batchPath}?mac_address=${mac}`, csvBatch(7)),
  };
  report('bytes on the wire a reading, by form', String(formBytes));
  report('  by MQTT, QoS 1', String(await mqttBytes(port, mac, payloads[0] ?? '')));
  for (const [name, bytes] of Object.entries(batchBytes)) {
    report(`  by a batch of ${batchOf} in ${name}`, (bytes / batchOf).toFixed(1));
  }
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)}/s`;
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
