import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateOnly } from '../src/cli/migrate-only.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { createOfflineLoop } from '../src/water/silence/offline-loop.ts';
import { quantile, report } from './lib/figures.ts';
import { pushBeside } from './lib/load/push-beside.ts';
import { startPostgres } from './lib/postgres.ts';
import { addSilentFleet } from './lib/seed/add-fleet.ts';

const minuteMs = 60_000;
const onlineMs = 15 * minuteMs;
/** Devices that push beside the rounds, numbered after the others. */
const pushing = 1000;

type Fleet = { devices: number; silent: number };

/**
 * `npm run bench silence -- --devices 200000 --silent 50000 --each 20 [--database]`: rounds of the watch
 * for silence over accounts of so many devices each, while all push, when some fall silent at once, and
 * when all are back; then the same beside pushes.
 */
export async function benchSilence(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '200000' },
      silent: { type: 'string', default: '50000' },
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
    const fleet = { devices: Number(values.devices), silent: Number(values.silent) };
    await migrateOnly(config, async (db) => {
      await addSilentFleet(db, fleet.devices + pushing, Number(values.each));
      await measureRounds(db, fleet);
    });
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRounds(db: Database, { devices, silent }: Fleet): Promise<void> {
  let passed = 0;
  const start = Date.UTC(2026, 10, 1);
  const watch = createOfflineLoop({
    db,
    clock: () => start + passed,
    clockWatch: { sinceJump: () => Number.POSITIVE_INFINITY },
    timers: { now: () => passed },
    onlineMs,
    publisher: { alertsChanged: () => {}, wentOffline: () => {} },
  });
  const round = () => watch(new AbortController().signal);
  const see = (after = 0) =>
    db.write
      .updateTable('device_status')
      .set({
        last_seen_at: start + passed,
        silent_after_ms: onlineMs,
        silent_about: start + passed + onlineMs,
      })
      .where('device_id', '>', after)
      .execute();
  /** Rounds come once a minute; those that go on are seen just before the last. */
  const untilSilent = async () => {
    for (; passed < fallAt; passed += minuteMs) await round();
    await see(silent);
  };
  let fallAt = onlineMs;
  await measure(db, 'none, for comparison', () => setTimeout(1000));
  await see();
  for (; passed < onlineMs - minuteMs; passed += minuteMs) await round();
  await see(silent);
  await measure(db, 'all are seen', round);
  await untilSilent();
  await measure(db, `${silent} have fallen silent`, round);
  await measure(db, 'all are known', round);
  passed += minuteMs;
  await see();
  await measure(db, 'all are back', round);

  fallAt = passed + onlineMs;
  await untilSilent();
  const ids = Array.from({ length: pushing }, (_, index) => devices + 1 + index);
  const base = performance.now();
  const clock = () => start + passed + Math.floor(performance.now() - base);
  const rateBeside = (work: () => Promise<void>) => pushBeside(db, clock, ids, work);
  await rateBeside(() => setTimeout(3000));
  const before = await rateBeside(() => setTimeout(5000));
  const fallenSeconds = await secondsOf(() => measureRate('they fall silent', round));
  report('  the round', `${fallenSeconds.toFixed(1)} s`, 'at most 60');
  passed += minuteMs;
  await see();
  const backSeconds = await secondsOf(() => measureRate('they are back', round));
  report('  the round', `${backSeconds.toFixed(1)} s`, 'at most 60');
  const after = await rateBeside(() => setTimeout(5000));
  report('pushes a second, before and after', `${before.toFixed(0)} ${after.toFixed(0)}`);

  async function measureRate(what: string, work: () => Promise<void>): Promise<void> {
    const rate = await rateBeside(work);
    report(`pushes a second while ${what}`, rate.toFixed(0));
    report('  of those before', (rate / before).toFixed(2), 'at least 0.9');
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
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
  report(`${what}: a round`, `${ms.toFixed(1)} ms`);
  report('  longest stop of the main thread', `${toMs(stops.max)} ms`, 'at most 10');
  report('  99.9 % of stops', `${toMs(stops.percentile(99.9))} ms`);
  report('  a small write beside it, p99', `${quantile(waits, 0.99).toFixed(1)} ms`);
  report('  the longest', `${Math.max(...waits).toFixed(1)} ms`);
}

const toMs = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
