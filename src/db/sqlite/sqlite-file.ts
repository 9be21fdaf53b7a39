import SqliteDatabase from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { RowLists } from '../renderer.ts';

export type SqliteFile = SqliteDatabase.Database;
export type SqliteStatement = SqliteDatabase.Statement;

export type StatementResult = {
  rows: unknown[];
  changes: number;
  insertId?: number;
};

/** Where sorts go that outgrow the page cache. */
export type SortPlace = 'memory' | 'files';

type OpenOptions = {
  readonly: boolean;
  /** Page cache of this connection, in KiB; SQLite fills it only as pages are touched. */
  cacheKib: number;
  /** By default `files`: an index over a large table is made by a sort of gigabytes. */
  sortsIn?: SortPlace | undefined;
};

/**
 * Takes the lock of a lock file, and holds it while the connection is open.
 * @returns undefined when another process holds it.
 */
export function lockFile(path: string): SqliteFile | undefined {
  const file = new SqliteDatabase(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
}

/**
 * Opens a connection with the settings that the promises rest on: WAL, so that readers never wait
 * for the writer, and `synchronous=FULL`, so that a commit is on the disk when it returns (in WAL
 * mode `NORMAL` would lose the last commits in a power cut).
 */
export function openSqliteFile(path: string, options: OpenOptions): SqliteFile {
  const { readonly, cacheKib, sortsIn = 'files' } = options;
  const file = new SqliteDatabase(path, { readonly });
  file.pragma('busy_timeout = 5000');
  if (!readonly) {
    file.pragma('journal_mode = WAL');
    file.pragma('synchronous = FULL');
    // In pages of 4 KiB: fewer, larger checkpoints, since one in a hundred pushes that meets one is the
    // p99. Under full load the log then grows to 330 MB, and a start after a crash takes no longer for
    // it than can be measured.
    file.pragma('wal_autocheckpoint = 80000');
    file.pragma('foreign_keys = ON');
  }
  file.pragma(`cache_size = -${cacheKib}`);
  file.pragma(`temp_store = ${sortsIn === 'files' ? 'FILE' : 'MEMORY'}`);
  return file;
}

function keepPrepared(file: SqliteFile): (sql: string) => SqliteStatement {
  // Lists in SQL (`in (?, ?, …)`) make ever new texts.
  const prepared = new LRUCache<string, SqliteStatement>({ max: 500 });
  return (sql) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = file.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
}

export function createStatementRunner(file: SqliteFile) {
  const prepare = keepPrepared(file);
  return (sql: string, parameters: readonly unknown[]): StatementResult => {
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0 };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], changes, insertId: Number(lastInsertRowid) };
  };
}

/** Runs queries whose rows are wanted as lists of values. */
export function createListReader(file: SqliteFile) {
  const prepare = keepPrepared(file);
  return (sql: string, parameters: readonly unknown[]): RowLists => {
    const statement = prepare(sql).raw(true);
    return {
      rows: statement.all(...parameters) as RowLists['rows'],
      columns: statement.columns().map(({ name }) => name),
    };
  };
}
