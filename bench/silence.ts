import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateOnly } from '../src/cli/migrate-only.ts';
import { withDatabase } from '../src/cli/open-database.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { createOfflineWatch } from '../src/jobs/offline-watch.ts';
import { chunksOf } from '../src/kit/chunks.ts';
import { rankOf } from '../src/water/access.ts';
import { quantile, report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';

const minuteMs = 60_000;
const onlineMs = 15 * minuteMs;
const rowsAtOnce = 500;
const ownerRank = rankOf('owner');

/**
 * `npm run bench silence -- --devices 50000 --each 20 [--database]`: rounds of the watch for silence over
 * accounts of so many devices each, while all push, when all have fallen silent, and when all are back.
 */
export async function benchSilence(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '50000' },
      each: { type: 'string', default: '20' },
      database: { type: 'boolean', default: false },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-silence-'));
  await chmod(folder, 0o755);
  const postgres = values.database ? await startPostgres(join(folder, 'postgres')) : undefined;
  try {
    const config = readConfig({
      DATA_DIR: join(folder, 'data'),
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    await migrateOnly(config);
    await withDatabase(config, async (db) => {
      await addDevices(db, Number(values.devices), Number(values.each));
      await measureRounds(db);
    });
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addDevices(db: Database, count: number, each: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  for (const some of chunksOf(ids, rowsAtOnce)) {
    const device = (id: number) => ({
      owner_id: Math.ceil(id / each),
      mac_or_serial: `bench-${id}`,
      identity: `bench-${id}`,
      name: null,
      key_version: 1,
      key_required: 0 as const,
      created_at: 0,
    });
    const rows = await db.write
      .insertInto('devices')
      .values(some.map(device))
      .returning(['id', 'owner_id'])
      .execute();
    await db.write
      .insertInto('device_roles')
      .values(
        rows.map(({ id, owner_id }) => ({ user_id: owner_id, device_id: id, role: ownerRank })),
      )
      .execute();
    await db.write
      .insertInto('device_status')
      .values(rows.map(({ id }) => ({ device_id: id, last_seen_at: 0, seen_about: 0 })))
      .execute();
  }
}

async function measureRounds(db: Database): Promise<void> {
  let passed = 0;
  const start = Date.UTC(2026, 10, 1);
  const watch = createOfflineWatch({
    db,
    clock: () => start + passed,
    clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
    timers: { now: () => passed },
    onlineMs,
    publisher: { alertsRaised: () => {}, wentOffline: () => {} },
  });
  const round = () => watch(new AbortController().signal);
  const see = () =>
    db.write
      .updateTable('device_status')
      .set({ last_seen_at: start + passed, seen_about: start + passed })
      .execute();
  await measure(db, 'none, for comparison', () => setTimeout(1000));
  await see();
  // A round a minute, as the watch expects them.
  for (; passed < onlineMs - minuteMs; passed += minuteMs) await round();
  await measure(db, 'all are seen', round);
  passed += minuteMs;
  await measure(db, 'all have fallen silent', round);
  await measure(db, 'all are known to be silent', round);
  passed += minuteMs;
  await see();
  await measure(db, 'all are back', round);
}

/** A round with the stops of this thread meanwhile, and how long a small write waits beside it. */
async function measure(db: Database, what: string, round: () => Promise<void>): Promise<void> {
  await setTimeout(200);
  const stops = monitorEventLoopDelay({ resolution: 1 });
  const waits: number[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const begin = performance.now();
      await db.write.updateTable('users').set({ full_name: '' }).where('id', '=', 1).execute();
      waits.push(performance.now() - begin);
      await setTimeout(5);
    }
  };
  const writing = write();
  await setTimeout(50);
  stops.enable();
  const begin = performance.now();
  await round();
  const ms = performance.now() - begin;
  await setTimeout(5);
  stops.disable();
  isOver = true;
  await writing;
  report(`${what}: a round`, `${ms.toFixed(0)} ms`);
  report('  longest stop of the main thread', `${toMs(stops.max)} ms`, 'at most 10');
  report('  99.9 % of stops', `${toMs(stops.percentile(99.9))} ms`);
  report('  a small write beside it, p99', `${quantile(waits, 0.99).toFixed(1)} ms`);
  report('  the longest', `${Math.max(...waits).toFixed(1)} ms`);
}

const toMs = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
