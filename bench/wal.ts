import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';
import { recordHistory } from './lib/seed/record-history.ts';

/** Minutes between checkpoints, for which the log's size is given. */
const distances = [5, 15, 30];
/** Before it is measured: pages of the fleet's indexes and tables are as full as they will be. */
const warmUpMinutes = 90;

/**
 * `npm run bench wal -- --devices 2000`: bytes of PostgreSQL's write-ahead log for a push, in the minute
 * after a checkpoint and in those that follow, with each way to compress the pages that go there whole.
 * Checkpoints are made here alone, so the settings of the server are changed: it must be one for tests.
 */
export async function benchWal(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { devices: { type: 'string', default: '2000' } } });
  const devices = Number(values.devices);
  for (const method of ['off', 'pglz', 'lz4', 'zstd']) {
    const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-wal-'));
    await chmod(folder, 0o755);
    const postgres = await startPostgres(join(folder, 'postgres'));
    const client = new pg.Client({ connectionString: postgres.url });
    try {
      await client.connect();
      if (await canCompressBy(client, method)) {
        const minutes = await measure(client, { devices, url: postgres.url, folder, method });
        reportMinutes(method, minutes);
      } else console.log(`wal_compression=${method}: this PostgreSQL was built without it`);
    } finally {
      await client.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function canCompressBy(client: pg.Client, method: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select $1 = any(enumvals) as known from pg_settings where name = 'wal_compression'",
    [method],
  );
  return rows[0]?.known ?? false;
}

type Run = { devices: number; url: string; folder: string; method: string };

/** @returns bytes of the log for a push, in each minute after a checkpoint. */
async function measure(
  client: pg.Client,
  { devices, url, folder, method }: Run,
): Promise<number[]> {
  const settings = { wal_compression: method, checkpoint_timeout: '1d', max_wal_size: '100GB' };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter system set ${name} = '${value}'`);
  }
  await client.query('select pg_reload_conf()');
  const written = async () => {
    const query = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes";
    return Number((await client.query<{ bytes: string }>(query)).rows[0]?.bytes);
  };
  const perPush: number[] = [];
  let before = 0;
  const boards = { devices, minutes: warmUpMinutes + Math.max(...distances), isLocated: false };
  await recordHistory({ DATA_DIR: folder, DATABASE_URL: url }, boards, async (stored) => {
    if (stored < warmUpMinutes) return;
    if (stored === warmUpMinutes) await client.query('checkpoint');
    else perPush.push(((await written()) - before) / devices);
    before = await written();
  });
  return perPush;
}

function reportMinutes(method: string, perPush: number[]): void {
  const name = `wal_compression=${method}`;
  const mean = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
  report(`${name}, the minute after a checkpoint`, bytes(perPush[0] ?? 0));
  report(`${name}, the next one`, bytes(perPush[1] ?? 0));
  report(`${name}, later minutes`, bytes(mean(perPush.slice(2))));
  for (const minutes of distances) {
    const label = `${name}, all with a checkpoint every ${minutes} minutes`;
    report(label, bytes(mean(perPush.slice(0, minutes))));
  }
}

const bytes = (count: number) => `${Math.round(count)} bytes a push`;
