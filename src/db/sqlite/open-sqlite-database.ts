import { createFewAtOnce } from '../../kit/async/fair-turns.ts';
import type { Database, DatabaseModules } from '../database.ts';
import { noticesOfOneProcess } from '../notices.ts';
import { identityOf, watchPlace } from './file-place.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile, type SortPlace } from './sqlite-file.ts';
import { SqliteThreadClient } from './sqlite-thread-client.ts';

/** The reader's thread runs one piece at a time; the second one is at hand when it has done that. */
const piecesOnReader = 2;

export type SqliteTarget = {
  path: string;
  cacheKib: number;
  /** By default `files`. */
  sortsIn?: SortPlace | undefined;
};

/**
 * SQLite has one writer and its driver is synchronous, so three connections share the file: one
 * thread owns writing, one (started when first needed) long reads, and this thread reads a few rows
 * at a time.
 */
export async function openSqliteDatabase(
  { path, cacheKib, sortsIn }: SqliteTarget,
  { procedures, renderers }: DatabaseModules,
): Promise<Database> {
  // Each thread has a heap of its own, so it loads only the modules that it needs.
  const shared = { path, cacheKib, sortsIn };
  const writer = new SqliteThreadClient({
    ...shared,
    name: 'kisima-writer',
    procedures: procedures.map(String),
  });
  await writer.start();
  // The others are started when first needed: another file may stand there by then.
  const identity = identityOf(path);
  const reader = new SqliteThreadClient({
    ...shared,
    identity,
    name: 'kisima-reader',
    readonly: true,
    renderers: renderers.map(String),
  });
  const local = openSqliteFile(path, { readonly: true, cacheKib, sortsIn });
  const checkPlace = watchPlace(path);
  const read = openSqlite({ execute: createStatementRunner(local) });
  const longRead = openSqlite({ execute: (...query) => reader.execute(...query) });
  const write = openSqlite({
    execute: (...query) => writer.execute(...query),
    acquire: () => writer.lease.acquire(),
  });

  /**
   * Posts a single message to the thread. It is posted while no transaction is open, so that none can begin
   * before it; those that wait together share one commit.
   */
  const betweenHolders = async <T>(post: () => Promise<T>): Promise<T> => {
    while (writer.lease.isLocked()) await writer.lease.waitForUnlock();
    return await post();
  };
  const inTurn = createFewAtOnce(piecesOnReader);
  const checkpoints = createCheckpoints(
    new SqliteThreadClient({ path, identity, cacheKib: 1024, name: 'kisima-checkpoints' }),
  );

  return {
    engine: 'sqlite',
    isSpread: false,
    read,
    readWhole: read,
    writeWhole: write,
    longRead,
    inTurn,
    lateRead: (read, signal) => inTurn(() => read(longRead), signal),
    write,
    transaction: (work) => write.transaction().execute(work),
    render: ({ sql, parameters }, renderer, argument, { signal } = {}) =>
      inTurn(() => reader.render({ sql, parameters, renderer, argument }), signal),
    perform: async ({ url, name }, argument) => {
      checkpoints.noticeCommit();
      const result = await betweenHolders(() => writer.perform({ url, name }, argument));
      // The result has the type of the work; it has only crossed to this thread.
      return result as never;
    },
    callWriter: (procedure, argument) => {
      checkpoints.noticeCommit();
      return betweenHolders(() => writer.call(procedure, argument));
    },
    checkPlace,
    notices: noticesOfOneProcess,
    close: async () => {
      await checkpoints.stop();
      await reader.stop();
      local.close();
      await writer.stop();
    },
  };
}

/** Interval at which a busy log is checked, and the commits since the last check that make it busy. */
const lookEveryMs = 200;
const busyCommits = 40;

/**
 * Copies the pages of the write-ahead log into the database beside the writer, while there is much to copy.
 * The writer's own checkpoint, after 80,000 pages, would stop all commits for 20 to 40 ms every four
 * seconds of full load. A passive one on another connection stops none (https://sqlite.org/wal.html#ckpt),
 * and leaves the writer's own the last few pages and the sync of the database, after which the log begins
 * anew.
 * @param thread a connection of its own, started when the first load comes.
 */
function createCheckpoints(thread: SqliteThreadClient) {
  let commits = 0;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();

  const look = (): void => {
    timer = undefined;
    const isBusy = commits >= busyCommits;
    commits = 0;
    if (!isBusy) return;
    // A failed checkpoint is tried again with the next load.
    round = thread.execute('pragma wal_checkpoint(passive)', []).catch(() => {});
  };

  return {
    noticeCommit: (): void => {
      commits += 1;
      timer ??= setTimeout(look, lookEveryMs).unref();
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await round;
      await thread.stop();
    },
  };
}
