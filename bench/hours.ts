import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { connectPostgres, type PostgresClient } from '../src/db/postgres/postgres.ts';
import { dayMs, hourMs } from '../src/kit/time/units.ts';
import { createRollupShelving } from '../src/water/record/postgres/shelve-rollups.ts';
import { median, report } from './lib/figures.ts';
import { type Installation, timeRead } from './lib/installation.ts';
import { registerFleet } from './lib/load/fleet.ts';
import { startPostgres } from './lib/postgres.ts';
import { serveKisima } from './lib/processes.ts';
import { each, trackerOfHour } from './lib/seed/seed-plan.ts';
import { seedPostgres } from './lib/seed/seed-postgres.ts';

type Size = { devices: number; days: number };

/**
 * `npm run bench hours -- --devices 500 --days 90`: what hourly figures cost on PostgreSQL that came in
 * the order of time, as they came and on their shelves, to which each day is brought when it is over.
 */
export async function benchHours(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '500' },
      days: { type: 'string', default: '90' },
    },
  });
  const size = { devices: Number(values.devices), days: Number(values.days) };
  for (const isShelved of [false, true]) {
    console.log(isShelved ? '\non their shelves' : 'as they came');
    const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-hours-'));
    await chmod(folder, 0o755);
    const postgres = await startPostgres(join(folder, 'postgres'));
    try {
      await measure(folder, postgres.url, size, isShelved);
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(folder: string, url: string, size: Size, isShelved: boolean) {
  const env = { DATABASE_URL: url };
  const first = await serveKisima(folder, env);
  const fleet = await registerFleet(first.url, size.devices);
  await first.stop();
  const ids = fleet.deviceIds.map(Number);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  await seedPostgres({ url, devices: each(ids, 1), until: Date.now() });
  const client = await connectPostgres({ url, connectTimeoutMs: 5000, statementTimeoutMs: hourMs });
  const db = await openDatabase({
    engine: 'postgres',
    url,
    poolSize: 2,
    partitions: 1,
    connectTimeoutMs: 5000,
    statementTimeoutMs: hourMs,
  });
  const shelving: number[] = [];
  for (let day = today - size.days * dayMs; day < today; day += dayMs) {
    await addDay(client, ids, day);
    if (isShelved) shelving.push(await shelve(db, day + dayMs));
    // Deleted rows are room for the next day's, as autovacuum leaves it.
    await client.query('vacuum hourly_rollups');
  }
  await client.query('vacuum analyze');
  await db.close();
  await reportPages(client, ids);
  await reportBytes(client);
  await client.end();
  if (isShelved) report('shelving a day, each device', `${median(shelving).toFixed(2)} ms`);
  // A server begins to shelve a minute after its start.
  const installation = { dataDir: folder, fleet, server: await serveKisima(folder, env) };
  await reportReads(installation);
  await installation.server.stop();

  async function shelve(db: Database, until: number): Promise<number> {
    const start = performance.now();
    const clock = () => until + hourMs;
    const log = pino({ level: 'silent' });
    await createRollupShelving({ db, clock, log })(new AbortController().signal);
    return (performance.now() - start) / size.devices;
  }
}

async function addDay(client: PostgresClient, ids: number[], day: number): Promise<void> {
  await client.query(
    `insert into hourly_rollups
     select id, 1, 60, hour, 20 + id % 30, 60 + id % 30, 3000, hour, 50, 500, hour + 3540000, 50, 500,
       2.25, 0, 22.5, 0, 0, 0, 0.25, 0, 0, $4
     from unnest($1::bigint[]) as id cross join generate_series($2::bigint, $3::bigint - 1, 3600000) as hour
     order by hour, id`,
    [ids, day, day + dayMs, trackerOfHour()],
  );
}

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/** Pages of tables and indexes that ninety days of a device take, over some devices. */
async function reportPages(client: PostgresClient, ids: number[]): Promise<void> {
  const since = Date.now() - 90 * dayMs;
  const pages: number[] = [];
  for (const id of ids.slice(0, 60)) {
    const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(
      `explain (analyze, buffers, format json) select * from hourly_rollups
       where device_id = ${id} and sensor_no = 1 and hour >= ${since}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    pages.push((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0));
  }
  report('pages of 90 days of a sensor', String(median(pages)), 'at most 150');
  report('  at most', String(Math.max(...pages)));
}

async function reportBytes(client: PostgresClient): Promise<void> {
  const { rows } = await client.query<{ bytes: number; hours: number }>(
    `select sum(pg_total_relation_size(relid))::double precision as bytes,
       (select count(*) from hourly_rollups) as hours
     from pg_partition_tree('hourly_rollups')`,
  );
  const { bytes = 0, hours = 1 } = rows[0] ?? {};
  report("bytes of an hour's rollup", (bytes / hours).toFixed(0), `${hours} hours`);
}

async function reportReads(installation: Installation): Promise<void> {
  const reportPath = (id: string) => `/api/reports.php?action=daily&device_id=${id}&period=90d`;
  const reports: number[] = [];
  for (const id of installation.fleet.deviceIds.slice(0, 200)) {
    reports.push(await timeRead(installation, reportPath(id)));
  }
  report('90-day daily report, each of another device', `${median(reports).toFixed(1)} ms`);
  const lists: number[] = [];
  for (let repeat = 0; repeat < 6; repeat++) lists.push(await timeRead(installation, '/api/tanks'));
  report('/api/tanks, first', `${lists[0]?.toFixed(0)} ms`);
  report('/api/tanks, then', `${median(lists.slice(1)).toFixed(0)} ms`, 'at most 200 ms');
}
