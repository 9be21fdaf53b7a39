import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyTables } from '../src/cli/copy/copy-tables.ts';
import type { TablePlan } from '../src/cli/copy/ends.ts';
import { type Ends, openTowardsPostgres } from '../src/cli/copy/open-ends.ts';
import { copyStatement } from '../src/cli/copy/postgres-ends.ts';
import { RowBytes } from '../src/cli/copy/row-bytes.ts';
import { migrateOnly } from '../src/cli/migrate-only.ts';
import type { Progress } from '../src/cli/progress.ts';
import { readConfig } from '../src/config.ts';
import { connectPostgres } from '../src/db/postgres/postgres.ts';
import { startCopyIn } from '../src/db/postgres/postgres-copy.ts';
import { hourMs } from '../src/kit/time/units.ts';
import { report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';
import { seedReadings } from './lib/seed/seed.ts';
import { each } from './lib/seed/seed-plan.ts';

const devices = 100;

/**
 * `npm run bench copy -- --rows 5000000`: moves that many readings from SQLite to PostgreSQL, and
 * the same rows, ready in a file, by a bare COPY into the same table.
 */
export async function benchCopy(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '1000000' } } });
  const rows = Number(values.rows);
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-copy-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    await migrateOnly(config);
    seedReadings({
      path: join(config.dataDir, 'kisima.db'),
      devices: each(
        Array.from({ length: devices }, (_, index) => index + 1),
        Math.ceil(rows / devices),
      ),
      until: Date.UTC(2026, 10, 1),
    });
    const open = () => openTowardsPostgres({ config, identity: 'bench' }, postgres.url);
    await compareWithBare(open, postgres.url, join(folder, 'rows'), rows);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareWithBare(
  open: () => Promise<Ends>,
  url: string,
  path: string,
  rows: number,
): Promise<void> {
  const ends = await open();
  const readings = ends.tables.find(({ name }) => name === 'readings');
  if (!readings) throw new Error('there is no table of readings');
  await writeRows(ends, readings, path);
  const before = await timeBare(url, readings, path);
  const { copying, whole } = await timeCopy(ends);
  await ends.close();
  const after = await timeBare(url, readings, path);
  const bare = Math.min(before, after);
  report('a bare COPY of the same rows', `${(rows / bare).toFixed(0)}/s`);
  report('kisima copy', `${(rows / copying).toFixed(0)}/s`);
  report('  of the bare COPY', (bare / copying).toFixed(2), 'at least 0.50');
  report('kisima copy with its comparison', `${(rows / whole).toFixed(0)}/s`);
  report('  of the bare COPY', (bare / whole).toFixed(2));
}

/** The readings as COPY takes them. */
async function writeRows({ source }: Ends, readings: TablePlan, path: string): Promise<void> {
  const file = createWriteStream(path);
  const bytes = new RowBytes(readings);
  for await (const rows of source.read(readings, {})) {
    for (const row of rows) bytes.add(row);
    await new Promise<void>((resolve, reject) => {
      file.write(bytes.take(), (error) => (error ? reject(error) : resolve()));
    });
  }
  await new Promise<void>((resolve) => file.end(resolve));
}

/** Seconds of one COPY and its commit; the table is empty before and after. */
async function timeBare(url: string, readings: TablePlan, path: string): Promise<number> {
  const client = await connectPostgres({
    url,
    connectTimeoutMs: 5000,
    statementTimeoutMs: hourMs,
  });
  await client.query('truncate readings');
  const start = performance.now();
  await client.query('begin');
  const copy = await startCopyIn(client, copyStatement(readings));
  for await (const part of createReadStream(path, { highWaterMark: 1 << 18 })) {
    await copy.write(part);
  }
  await copy.end();
  await client.query('commit');
  const seconds = (performance.now() - start) / 1000;
  await client.query('truncate readings');
  await client.end();
  return seconds;
}

async function timeCopy({ source, target, tables }: Ends) {
  const start = performance.now();
  let copying = 0;
  const progress: Progress = {
    begin: () => {},
    show: () => {},
    end: () => {
      copying ||= (performance.now() - start) / 1000;
    },
  };
  const signal = new AbortController().signal;
  const copied = await copyTables(source, target, tables, { progress, signal, tell: console.log });
  report('readings copied', String(copied.get('readings')));
  return { copying, whole: (performance.now() - start) / 1000 };
}
