import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectPostgres } from '../src/db/postgres/postgres.ts';
import { openSqliteFile } from '../src/db/sqlite/sqlite-file.ts';
import { report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';
import { type Boards, recordHistory } from './lib/seed/record-history.ts';

const minutesInAnHour = 60;

/**
 * `npm run bench size -- --devices 300 --minutes 2000`: bytes that a reading takes on both engines
 * once the recorder itself has stored that many, minute by minute and devices in turn, so that pages
 * are as full as a fleet leaves them. Rows of readings, with their indexes, and rollups apart.
 */
export async function benchSize(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '300' },
      minutes: { type: 'string', default: '2000' },
    },
  });
  const size = { devices: Number(values.devices), minutes: Number(values.minutes) };
  for (const isLocated of [false, true]) {
    const boards = { ...size, isLocated };
    console.log(isLocated ? '\nboards that send centimetres and a place too' : 'level and pump');
    await measureSqlite(boards);
    await measurePostgres(boards);
  }
}

async function measureSqlite(boards: Boards): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-size-'));
  try {
    await recordHistory({ DATA_DIR: folder }, boards);
    const path = join(folder, 'kisima.db');
    // The last connection that was closed has copied the log into the file.
    const file = openSqliteFile(path, { readonly: true, cacheKib: 1024 });
    const pages = file.prepare('select sum(pgsize) as bytes from dbstat where name = ?');
    const sizeOf = (table: string) => (pages.get(table) as { bytes: number }).bytes;
    const tables = { readings: sizeOf('readings'), rollups: sizeOf('hourly_rollups') };
    file.close();
    reportTables('SQLite', boards, tables);
    const { size } = await stat(path);
    report('SQLite, the whole file, a reading', bytes(size / readingsOf(boards)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measurePostgres(boards: Boards): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-size-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const options = { url: postgres.url, connectTimeoutMs: 5000, statementTimeoutMs: 600_000 };
    const client = await connectPostgres(options);
    const ask = async (query: string): Promise<number> =>
      Number((await client.query<{ answer: string }>(`select ${query} as answer`)).rows[0]?.answer);
    const written = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";
    const before = await ask(written);
    await recordHistory({ DATA_DIR: folder, DATABASE_URL: postgres.url }, boards);
    const log = (await ask(written)) - before;
    const sizeOf = (table: string) =>
      ask(`(select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}'))`);
    reportTables('PostgreSQL', boards, {
      readings: await sizeOf('readings'),
      rollups: await sizeOf('hourly_rollups'),
    });
    report('PostgreSQL, write-ahead log, a reading', bytes(log / readingsOf(boards)));
    await client.end();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Sizes = { readings: number; rollups: number };

function reportTables(engine: string, boards: Boards, { readings, rollups }: Sizes): void {
  const stored = readingsOf(boards);
  report(`${engine}, a reading`, bytes(readings / stored), `${stored} readings`);
  report(`${engine}, an hour's rollup`, bytes(rollups / (stored / minutesInAnHour)));
}

const readingsOf = ({ devices, minutes }: Boards) => devices * minutes;

const bytes = (count: number) => `${count.toFixed(1)} bytes`;
