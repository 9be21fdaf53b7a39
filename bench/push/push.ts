import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { minuteMs } from '../../src/kit/time/units.ts';
import { measureSync, report } from '../lib/figures.ts';
import {
  answerOf,
  devices,
  inTurn,
  type Loaded,
  push,
  startWithFleet,
} from '../lib/load/push-load.ts';
import { type Served, serve, serveKisima } from '../lib/processes.ts';
import { seedReadings } from '../lib/seed/seed.ts';
import { each } from '../lib/seed/seed-plan.ts';
import { benchPushToPostgres } from './push-postgres.ts';

/**
 * Form pushes that are answered after the durable commit, against a bare `node:http` server that
 * stores nothing; at 64 connections and at one, and onto many stored rows (`--rows 20000000`, left
 * out with `--rows 0`). With `--database` on PostgreSQL instead of the embedded database.
 */
export async function benchPush(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '20000000' },
      seconds: { type: 'string', default: '8' },
      database: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (values.database) return await benchPushToPostgres(seconds);
  const folder = await mkdtemp(resolve('bench-data-'));
  try {
    const empty = await startWithFleet(join(folder, 'empty'));
    const floor = await serve('bench/floor-server.ts', { FLOOR_ANSWER: await answerOf(empty) });
    await compareToFloor(floor, empty, folder, seconds);
    await floor.stop();
    if (Number(values.rows) > 0) await compareToFull(empty, folder, Number(values.rows), seconds);
    await empty.server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareToFloor(
  floor: Served,
  { server, bodies }: Loaded,
  folder: string,
  seconds: number,
): Promise<void> {
  const [bare, durable] = await inTurn(
    () => push(floor, bodies, 64, seconds),
    () => push(server, bodies, 64, seconds),
  );
  report('floor, 64 connections', `${bare.perSecond.toFixed(0)}/s`, `p99 ${bare.p99Ms} ms`);
  report(
    'durable pushes, 64 connections',
    `${durable.perSecond.toFixed(0)}/s`,
    `p99 ${durable.p99Ms} ms`,
  );
  report('  of the floor', (durable.perSecond / bare.perSecond).toFixed(3), 'at least 0.40');
  report("  p99, times the floor's", (durable.p99Ms / bare.p99Ms).toFixed(2), 'at most 5');

  const sync = measureSync(folder);
  const [bareOne, durableOne] = await inTurn(
    () => push(floor, bodies, 1, Math.ceil(seconds / 2)),
    () => push(server, bodies, 1, Math.ceil(seconds / 2)),
  );
  report('one connection: p50', `${durableOne.p50Ms.toFixed(3)} ms`);
  report(
    "  times (the floor's p50 plus one sync)",
    (durableOne.p50Ms / (bareOne.p50Ms + sync)).toFixed(2),
    `at most 3; floor ${bareOne.p50Ms.toFixed(3)} ms, sync ${sync.toFixed(3)} ms`,
  );
}

async function compareToFull(empty: Loaded, folder: string, rows: number, seconds: number) {
  const dataDir = join(folder, 'full');
  const first = await startWithFleet(dataDir);
  await first.server.stop();
  const start = performance.now();
  seedReadings({
    path: join(dataDir, 'kisima.db'),
    devices: each(first.deviceIds, Math.ceil(rows / devices)),
    until: Date.now() - minuteMs,
  });
  report('seeding', `${((performance.now() - start) / 1000).toFixed(0)} s`, `${rows} rows`);
  const full = { ...first, server: await serveKisima(dataDir) };
  const [onEmpty, onFull] = await inTurn(
    () => push(empty.server, empty.bodies, 64, seconds),
    () => push(full.server, full.bodies, 64, seconds),
  );
  await full.server.stop();
  report(`onto ${rows} rows, 64 connections`, `${onFull.perSecond.toFixed(0)}/s`);
  report(
    '  of the rate onto an empty file',
    (onFull.perSecond / onEmpty.perSecond).toFixed(3),
    'at least 0.8',
  );
}
