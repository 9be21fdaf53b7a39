import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import { dayMs, hourMs } from '../../src/kit/time/units.ts';
import { median, report } from '../lib/figures.ts';
import {
  exportPath,
  type Installation,
  install,
  inTurn,
  minutesIn90Days,
  readsOf,
  timeRead,
} from '../lib/installation.ts';
import { formsOf } from '../lib/load/fleet.ts';
import { type Measured, medianOf, postForms } from '../lib/load/wrk.ts';
import { residentMegabytes } from '../lib/resident-megabytes.ts';
import { benchReadFromPostgres } from './read-postgres.ts';

/** About half of what the server can take on two cores. */
const halfLoad = { connections: 12, seconds: 8 };

/**
 * Cost of reads with much stored against little stored, and cost of an export for others. The first device
 * has 90 days at one reading a minute; the others share the rest of the rows. With `--database` PostgreSQL
 * against the embedded database, both with as many rows as `--small` says.
 */
export async function benchRead(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'string', default: '1000000' },
      large: { type: 'string', default: '20000000' },
      database: { type: 'boolean', default: false },
    },
  });
  if (values.database) return await benchReadFromPostgres(Number(values.small));
  const folder = await mkdtemp(resolve('bench-data-'));
  try {
    const small = await install(join(folder, 'small'), Number(values.small));
    const large = await install(join(folder, 'large'), Number(values.large));
    await compareReads(small, large);
    await compareDailyReport(large);
    await compareExport(large);
    await comparePushes(large);
    await small.server.stop();
    await large.server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareReads(small: Installation, large: Installation): Promise<void> {
  for (const [what, path] of readsOf(large.fleet.deviceIds[0] ?? '')) {
    const [few, many] = await inTurn(small, large, () => path);
    report(what, `${many.toFixed(2)} ms`, `with little stored ${few.toFixed(2)} ms`);
    report('  times the cost with little stored', (many / few).toFixed(2), 'at most 1.2');
  }
}

async function compareDailyReport(installation: Installation): Promise<void> {
  const [device = ''] = installation.fleet.deviceIds;
  const path = `/api/reports.php?action=daily&device_id=${device}&period=90d`;
  const file = openSqliteFile(join(installation.dataDir, 'kisima.db'), {
    readonly: true,
    cacheKib: 65_536,
  });
  const rows = file.prepare(
    `select recorded_at, level from readings
     where device_id = ? and sensor_no = 1 and recorded_at >= ? order by recorded_at`,
  );
  // One after the other: what a hundred thousand rows leave to be collected must not be counted to
  // the request that happens to come next.
  const rolled: number[] = [];
  for (let repeat = 0; repeat < 40; repeat++) rolled.push(await timeRead(installation, path));
  const raw: number[] = [];
  for (let repeat = 0; repeat < 20; repeat++) {
    const start = performance.now();
    const readings = rows.all(Number(device), Date.now() - 90 * dayMs) as RawReading[];
    if (sumUpDays(readings).size === 0) throw new Error('there is nothing to report');
    raw.push(performance.now() - start);
  }
  file.close();
  report('90-day daily report from raw rows', `${median(raw).toFixed(1)} ms`);
  report(
    '  of that, over HTTP from rollups',
    (median(rolled) / median(raw)).toFixed(3),
    'at most 0.1',
  );
}

type RawReading = { recorded_at: number; level: number };

/** The daily report without rollups: every reading is read, and belongs to a day of Nairobi's. */
function sumUpDays(readings: RawReading[]) {
  const days = new Map<number, { sum: number; minimum: number; maximum: number; count: number }>();
  for (const { recorded_at, level } of readings) {
    const date = Math.floor((recorded_at + 3 * hourMs) / dayMs);
    const day = days.get(date);
    if (day) {
      day.sum += level;
      day.minimum = Math.min(day.minimum, level);
      day.maximum = Math.max(day.maximum, level);
      day.count += 1;
    } else days.set(date, { sum: level, minimum: level, maximum: level, count: 1 });
  }
  return days;
}

async function compareExport(installation: Installation): Promise<void> {
  const [device = ''] = installation.fleet.deviceIds;
  const bare: number[] = [];
  const exported: number[] = [];
  const exportOnce = () => timeRead(installation, exportPath(device));
  // V8's nursery grows to its full size with the first ones.
  for (let repeat = 0; repeat < 8; repeat++) await exportOnce();
  const settled = await residentMegabytes(installation.server);
  for (let repeat = 0; repeat < 9; repeat++) {
    exported.push(await exportOnce());
    bare.push(readInPages(installation.dataDir, Number(device)));
  }
  const grown = (await residentMegabytes(installation.server)) - settled;
  const rate = minutesIn90Days / median(exported);
  report(
    'CSV export of 129,600 rows',
    `${median(exported).toFixed(0)} ms`,
    `${rate.toFixed(0)} rows/ms`,
  );
  report(
    '  of the rate of a bare loop',
    (median(bare) / median(exported)).toFixed(2),
    'at least 0.5',
  );
  report('  memory that nine more exports add', `${grown.toFixed(0)} MB`, 'flat');
}

/** The bare loop: pages of 2,000 rows, joined to text. */
function readInPages(dataDir: string, device: number): number {
  const file = openSqliteFile(join(dataDir, 'kisima.db'), { readonly: true, cacheKib: 65_536 });
  const page = file
    .prepare(
      `select * from readings where device_id = ? and sensor_no = 1 and recorded_at > ?
       order by recorded_at limit 2000`,
    )
    .raw();
  const start = performance.now();
  let after = 0;
  let bytes = 0;
  for (;;) {
    const rows = page.all(device, after) as (string | number | null)[][];
    if (rows.length === 0) break;
    bytes += rows.map((row) => row.join(',')).join('\n').length;
    after = Number(rows.at(-1)?.[2]);
  }
  const milliseconds = performance.now() - start;
  file.close();
  if (bytes === 0) throw new Error('the bare loop found no rows');
  return milliseconds;
}

async function comparePushes(installation: Installation): Promise<void> {
  const { server, fleet } = installation;
  const url = `${server.url}/iot_push.php`;
  const bodies = formsOf(fleet.macs.slice(1));
  await postForms(url, bodies, { ...halfLoad, seconds: 2 });
  const without: Measured[] = [];
  const besides: Measured[] = [];
  let count = 0;
  for (let round = 0; round < 3; round++) {
    without.push(await postForms(url, bodies, halfLoad));
    const exporting = new AbortController();
    const exports = exportUntil(installation, exporting.signal);
    besides.push(await postForms(url, bodies, halfLoad));
    exporting.abort();
    count += await exports;
  }
  const [alone, beside] = [medianOf(without), medianOf(besides)];
  report(
    'p99 of pushes at half load',
    `${alone.p99Ms.toFixed(2)} ms`,
    `${alone.perSecond.toFixed(0)}/s`,
  );
  report('  beside exports without a pause', `${beside.p99Ms.toFixed(2)} ms`, `${count} exports`);
  report('  times the p99 without', (beside.p99Ms / alone.p99Ms).toFixed(2), 'at most 4');
}

async function exportUntil(installation: Installation, signal: AbortSignal): Promise<number> {
  const [device = ''] = installation.fleet.deviceIds;
  let count = 0;
  while (!signal.aborted) {
    await timeRead(installation, exportPath(device));
    count++;
  }
  return count;
}
