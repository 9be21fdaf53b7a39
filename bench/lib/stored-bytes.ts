import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import { type Boards, packHistory, recordHistory } from './seed/record-history.ts';

const minutesInAnHour = 60;

/**
 * Bytes on the disk of a reading with its index, as a row and packed, and of a sensor's hour; `beside` is what the
 * engine has more.
 */
export type StoredBytes = { reading: number; packed: number; hour: number; beside: number };

/** Stores the history in this empty folder; `beside` is the whole file, a reading. */
export async function storeOnSqlite(folder: string, boards: Boards): Promise<StoredBytes> {
  await recordHistory({ DATA_DIR: folder }, boards);
  const path = join(folder, 'kisima.db');
  // The last connection that was closed has copied the log into the file.
  const sizeOf = (table: string): number => {
    const file = openSqliteFile(path, { readonly: true, cacheKib: 1024 });
    const pages = `select sum(pgsize) from dbstat
      where name in (select name from sqlite_schema where tbl_name = ?)`;
    const bytes = file.prepare(pages).pluck().get(table) as number;
    file.close();
    return bytes;
  };
  const beside = (await stat(path)).size;
  const tables = { readings: sizeOf('readings'), rollups: sizeOf('hourly_rollups') };
  await packHistory({ DATA_DIR: folder });
  return each(boards, { ...tables, packed: sizeOf('packed_readings'), beside });
}

/** Stores the history in this empty database; `beside` is the write-ahead log, a reading. */
export async function storeOnPostgres(
  { url, folder }: { url: string; folder: string },
  boards: Boards,
): Promise<StoredBytes> {
  const options = { url, connectTimeoutMs: 5000, statementTimeoutMs: 600_000 };
  const client = await connectPostgres(options);
  const ask = async (query: string): Promise<number> =>
    Number((await client.query<{ answer: string }>(`select ${query} as answer`)).rows[0]?.answer);
  const written = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";
  const before = await ask(written);
  await recordHistory({ DATA_DIR: folder, DATABASE_URL: url }, boards);
  const log = (await ask(written)) - before;
  const sizeOf = (table: string) =>
    ask(`(select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}'))`);
  const tables = {
    readings: await sizeOf('readings'),
    rollups: await sizeOf('hourly_rollups'),
  };
  await packHistory({ DATA_DIR: folder, DATABASE_URL: url });
  const packed = await ask(`pg_total_relation_size('packed_readings')`);
  await client.end();
  return each(boards, { ...tables, packed, beside: log });
}

type InAll = { readings: number; packed: number; rollups: number; beside: number };

function each(
  { devices, minutes }: Boards,
  { readings, packed, rollups, beside }: InAll,
): StoredBytes {
  const stored = devices * minutes;
  return {
    reading: readings / stored,
    packed: packed / stored,
    hour: rollups / (stored / minutesInAnHour),
    beside: beside / stored,
  };
}
