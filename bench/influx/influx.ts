import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { secondMs } from '../../src/kit/time/units.ts';
import { cpuSeconds } from '../lib/cpu.ts';
import { median, report } from '../lib/figures.ts';
import { keepPosting } from '../lib/load/keep-posting.ts';
import { startWithFleet } from '../lib/load/push-load.ts';
import { postForms } from '../lib/load/wrk.ts';
import { startPostgres } from '../lib/postgres.ts';
import { database, startInflux } from './influxd.ts';
import {
  batchOf,
  bufferOf,
  bufferOfDevice,
  lineOfForm,
  linesOf,
  roundOfDevices,
  type Sample,
} from './payloads.ts';

const pushConnections = 64;
const batchConnections = 8;
const buffersOfRound = 400;
const minutesOfRound = 20;
/** Rounds before those that count. */
const warmUps = 1;

/** A server that is measured: how it takes single readings and batches, and the processes that it consists of. */
type Side = {
  pids: (number | undefined)[];
  singles: { url: string; bodies: string[] };
  batches: { url: string; type: string; bodyOf: (samples: readonly Sample[]) => string };
};

type Round = { perSecond: number; microseconds: number };
/** What a round has stored, and the seconds that it took. */
type Load = (side: Side, round: number) => Promise<{ readings: number; seconds: number }>;

/**
 * `npm run bench influx`: Kisima beside InfluxDB 1, both durable, in turn: single readings, buffers of one device,
 * in order and late, and a reading of each of a thousand devices; with the processor time of a reading. With
 * `--database` on PostgreSQL.
 */
export async function benchInflux(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      database: { type: 'boolean', default: false },
    },
  });
  const folder = await mkdtemp(resolve('bench-data-'));
  const stops: (() => Promise<void>)[] = [];
  const running = <S extends { stop: () => Promise<void> }>(started: S): S => {
    stops.unshift(started.stop);
    return started;
  };
  try {
    const influx = running(await startInflux(join(folder, 'influx')));
    const postgres = values.database
      ? running(await startPostgres(join(folder, 'postgres')))
      : undefined;
    const { server, bodies } = await startWithFleet(join(folder, 'data'), {
      BATCH_BURST_PER_DEVICE: '10000000',
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    running(server);
    const write = `${influx.url}/write?db=${database}`;
    const kisima: Side = {
      pids: [server.process.pid, postgres?.pid],
      singles: { url: `${server.url}/iot_push.php`, bodies },
      batches: {
        url: `${server.url}/iot_push_batch.php`,
        type: 'application/json',
        bodyOf: batchOf,
      },
    };
    const other: Side = {
      pids: [influx.process.pid],
      singles: { url: write, bodies: bodies.map(lineOfForm) },
      batches: { url: `${write}&precision=ms`, type: 'text/plain', bodyOf: linesOf },
    };
    const asked = postgres ? { share: 0.9, devices: 45_000 } : { share: 1.2, devices: 60_000 };
    const times = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
    await compare(kisima, other, times, asked);
  } finally {
    for (const stop of stops) await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The batches come first, in order; once there are readings of now, the last ones are late. */
async function compare(
  kisima: Side,
  influx: Side,
  { rounds, seconds }: { rounds: number; seconds: number },
  asked: { share: number; devices: number },
): Promise<void> {
  const macs = [...new Set(kisima.singles.bodies.map(macOf))];
  const buffers = (kind: 'buffers' | 'late') =>
    batchesOf(buffersOfRound, (place) => {
      const mac = macs[place % macs.length] ?? '';
      return bufferOfDevice(mac, kind, Math.floor(place / macs.length));
    });
  const inTurn = async (what: string, load: Load, held: string) => {
    const all: [Round, Round][] = [];
    for (let round = 0; round < warmUps + rounds; round++) {
      const pair = [
        await measure(kisima, load, round),
        await measure(influx, load, round),
      ] as const;
      if (round >= warmUps) all.push([...pair]);
    }
    const [ours, theirs] = [medianOf(all.map(([one]) => one)), medianOf(all.map(([, one]) => one))];
    show(`${what}, Kisima`, ours, held);
    show('  InfluxDB', theirs);
    return { ours, theirs };
  };
  const inOrder = await inTurn(
    `buffers of ${bufferOf} readings of a device`,
    buffers('buffers'),
    'at least 150000/s',
  );
  await inTurn(
    `a reading of each of ${macs.length} devices a request`,
    batchesOf(minutesOfRound, (place) => roundOfDevices(macs, place)),
    `at least ${asked.devices}/s`,
  );
  const { ours, theirs } = await inTurn('single readings', singlesOf(seconds), '');
  report(
    '  of InfluxDB',
    (ours.perSecond / theirs.perSecond).toFixed(2),
    `at least ${asked.share}`,
  );
  const late = await inTurn('such buffers, late', buffers('late'), '');
  const times = late.ours.microseconds / inOrder.ours.microseconds;
  report('  processor time, times that in order', times.toFixed(2), 'at most 2');
}

function singlesOf(seconds: number): Load {
  return async ({ singles: { url, bodies } }) => {
    const { perSecond } = await postForms(url, bodies, { connections: pushConnections, seconds });
    return { readings: perSecond * seconds, seconds };
  };
}

/** @param samplesAt the readings of a batch by its place among all of its kind. */
function batchesOf(count: number, samplesAt: (place: number) => Sample[]): Load {
  return async ({ batches: { url, type, bodyOf } }, round) => {
    const all = Array.from({ length: count }, (_, index) => samplesAt(round * count + index));
    const headers = { 'content-type': type };
    const posts = all.map((samples) => ({ body: bodyOf(samples), headers }));
    const start = performance.now();
    await keepPosting(url, batchConnections, posts);
    const seconds = (performance.now() - start) / secondMs;
    return { readings: all.flat().length, seconds };
  };
}

async function measure(side: Side, load: Load, round: number): Promise<Round> {
  const before = cpuOf(side);
  const { readings, seconds } = await load(side, round);
  return { perSecond: readings / seconds, microseconds: ((cpuOf(side) - before) / readings) * 1e6 };
}

function cpuOf({ pids }: Side): number {
  return pids.reduce<number>((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);
}

function medianOf(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    microseconds: median(rounds.map(({ microseconds }) => microseconds)),
  };
}

function show(what: string, { perSecond, microseconds }: Round, held = ''): void {
  const cpu = `${microseconds.toFixed(1)} µs of processor time a reading`;
  report(what, `${perSecond.toFixed(0)}/s`, [cpu, held].filter(Boolean).join('; '));
}

function macOf(form: string): string {
  return new URLSearchParams(form).get('mac_address') ?? '';
}
