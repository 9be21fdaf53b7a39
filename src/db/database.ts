import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, Transaction } from 'kysely';
import { createFewAtOnce, type FewAtOnce } from '../kit/async/few-at-once.ts';
import { systemTimers, type Timers } from '../kit/time/timers.ts';
import type { Db, Engine } from './db.ts';
import { requireSupportedCitus } from './postgres/citus/version.ts';
import type { WorkerHealth, WorkerObserver } from './postgres/citus/worker.ts';
import { createNotices, type Notices, noticesOfOneProcess } from './postgres/notices.ts';
import type { Partitions } from './postgres/pipeline/pipeline.ts';
import { areReadingsSpread } from './postgres/placements.ts';
import type { PostgresOptions } from './postgres/postgres.ts';
import { createReplica, type Replica, type ReplicaObserver } from './postgres/replica.ts';
import { findRenderer, importRenderers, type RowLists } from './renderer.ts';
import { createCheckpoints } from './sqlite/checkpoints.ts';
import { openSqlite } from './sqlite/sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile } from './sqlite/sqlite-file.ts';
import { SqliteThreadClient } from './sqlite/sqlite-thread-client.ts';
import type { Tables } from './tables/tables.ts';
import type { Work } from './work.ts';

/** The storage of the program: one set of queries, two engines. */
export type Database = {
  engine: Engine;
  /**
   * Whether the rows of devices stand on several servers (Citus). What goes through the coordinator then
   * changes one device in a transaction, so that it stays on one server.
   */
  isSpread: boolean;
  /** Short reads: a few rows by key. */
  read: Db;
  /**
   * Short reads of tables that are whole on each server, for what has to go on while a server of Citus
   * is away: there it has connections of its own, since those of `read` may all wait for that one.
   */
  readWhole: Db;
  /** Writes of one row to a table that stands on the coordinator alone, over the same connections. */
  writeWhole: Db;
  /** Reads that may touch many rows; on SQLite they run on a thread of their own. */
  longRead: Db;
  /**
   * Runs a piece of a long read, which should take a few milliseconds: few of them are under way at
   * once, so that short reads wait for no more than those, however many long ones there are. A piece
   * whose `signal` is aborted before its turn comes is not begun. What runs must not ask for a turn.
   */
  inTurn: FewAtOnce;
  /**
   * Long reads that may miss what was written a moment ago: those of reports, history and export,
   * which a replica serves where there is one. What has to know of its caller's own write reads
   * through `read` or `longRead`. Each takes its turn as a piece of `inTurn`.
   */
  lateRead: <T>(read: (db: Db) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** How the read replica is; absent where there is none. */
  checkReplica?: Replica['check'];
  replicaLagMs?: Replica['lagMs'];
  /** Single writes; several that belong together go through `transaction`. */
  write: Db;
  transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /**
   * Runs a late read and turns its rows into a small result by a named renderer, on SQLite beside the
   * connection. It takes its turn as a piece of `inTurn`.
   */
  render: (
    query: CompiledQuery,
    renderer: string,
    argument?: unknown,
    options?: RenderOptions,
  ) => Promise<unknown>;
  /**
   * Does a piece of work, all of it or nothing, on SQLite beside the connection, where works that wait
   * together share a commit. Each statement is to look up its rows by key: PostgreSQL plans it so.
   */
  perform: <A, R>(work: Work<A, R>, argument: A) => Promise<R>;
  /** Calls a procedure on SQLite's writer thread; absent on PostgreSQL. */
  callWriter?: (procedure: string, argument: unknown) => Promise<unknown>;
  /** Where batches of readings are written; absent on SQLite. */
  partitions?: Partitions;
  /** How the servers of Citus are that have shards; absent where nothing is spread. */
  checkWorkers?: () => Promise<WorkerHealth[]>;
  /** What processes that share the database tell each other; heard once started. */
  notices: Notices;
  close: () => Promise<void>;
};

export type RenderOptions = {
  /**
   * Told of the rows before they are rendered, where that happens on this thread: what comes after them
   * can then be read meanwhile.
   */
  arrived?: (rows: RowLists['rows']) => void;
  /** Aborted where nobody waits for it any more. */
  signal?: AbortSignal;
};

/** Modules of rooms that run beside the connection; see `Procedures` and `Renderer`. */
export type DatabaseModules = { procedures: URL[]; renderers: URL[] };

export type DatabaseTarget = { engine: 'sqlite'; path: string; cacheKib: number } | PostgresTarget;

type PostgresTarget = PostgresOptions & {
  engine: 'postgres';
  /** Where late reads go, and how far it may be behind, in milliseconds. */
  replica?: { url: string; longestLagMs: number } | undefined;
  /** How many batches of readings may be written at once, each on a connection beside the pool. */
  partitions: number;
};

type Surroundings = {
  timers: Timers;
  replicaChanged: ReplicaObserver;
  workerChanged: WorkerObserver;
};

export async function openDatabase(
  target: DatabaseTarget,
  modules: DatabaseModules = { procedures: [], renderers: [] },
  surroundings: Surroundings = {
    timers: systemTimers,
    replicaChanged: () => {},
    workerChanged: () => {},
  },
): Promise<Database> {
  return target.engine === 'sqlite'
    ? await openSqliteDatabase(target, modules)
    : await openPostgresDatabase(target, modules, surroundings);
}

/** Longest wait for a replica to let us in: the primary is there for what it does not answer. */
const replicaAnswersWithinMs = 1000;

/** Connections of `readWhole` in a cluster. */
const wholePool = 2;

async function openPostgresDatabase(
  target: PostgresTarget,
  modules: DatabaseModules,
  { timers, replicaChanged, workerChanged }: Surroundings,
): Promise<Database> {
  // Loaded only where it is used: the driver is memory that the embedded database does without.
  const { openKeyedPool, openPostgres } = await import('./postgres/postgres-database.ts');
  const { createNoticeWire } = await import('./postgres/notice-wire.ts');
  const { openLanes } = await import('./postgres/pipeline/lanes.ts');
  const { openShards } = await import('./postgres/citus/shards.ts');
  const primary = openPostgres(target);
  const { db } = primary;
  const openBatches = async () => {
    const isSpread = await isSpreadByCitus(db);
    const { dropWaiting } = primary;
    const workers = { openPool: openKeyedPool, dropWaiting, timers, observer: workerChanged };
    if (isSpread) {
      const { db } = openPostgres({ ...target, poolSize: wholePool });
      return await openShards({ db, options: target, ...workers });
    }
    const { partitions } = target;
    return openLanes(openKeyedPool({ ...target, poolSize: partitions }), partitions);
  };
  const batches: Batches = await openBatches().catch(async (error: Error) => {
    await db.destroy();
    throw error;
  });
  const isSpread = batches.checkWorkers !== undefined;
  const keyed = primary.openKeyed(isSpread);
  const renderers = await importRenderers(modules.renderers.map(String));
  const { connectTimeoutMs } = target;
  const answersWithinMs = Math.min(replicaAnswersWithinMs, connectTimeoutMs);
  const openReplica = (url: string) => openPostgres({ ...target, url }, answersWithinMs);
  const observer = replicaChanged;
  const replica =
    target.replica === undefined
      ? undefined
      : createReplica({
          ...{ replica: openReplica(target.replica.url), primary, timers, observer },
          longestLagMs: target.replica.longestLagMs,
        });
  const read: Replica['read'] = replica?.read ?? ((work) => work(primary));
  // The other half of the connections is for what is short.
  const inTurn = createFewAtOnce(Math.max(1, Math.floor(target.poolSize / 2)));
  return {
    engine: 'postgres',
    isSpread,
    read: db,
    readWhole: batches.db ?? db,
    writeWhole: batches.db ?? db,
    longRead: db,
    inTurn,
    lateRead: (work, signal) => inTurn(() => read((late) => work(late.db)), signal),
    ...(replica && { checkReplica: replica.check, replicaLagMs: replica.lagMs }),
    write: db,
    transaction: (work) => db.transaction().execute(work),
    render: async (query, name, argument, { arrived, signal } = {}) => {
      const { rows, columns } = await inTurn(() => read((late) => late.readLists(query)), signal);
      if (arrived) {
        arrived(rows);
        // What is read next has to be on its way before the thread is busy.
        await setImmediate();
      }
      return findRenderer(renderers, name)(rows as never[][], columns, argument as never);
    },
    perform: (work, argument) =>
      keyed.transaction().execute((trx) => work.run(trx, 'postgres', argument)),
    partitions: batches.partitions,
    ...(batches.checkWorkers && { checkWorkers: batches.checkWorkers }),
    notices: createNotices(createNoticeWire(target, db)),
    close: async () => {
      await replica?.close();
      await batches.close();
      await db.destroy();
    },
  };
}

/** Where batches of readings are written: chosen here once, for one PostgreSQL or for Citus. */
type Batches = Pick<Database, 'checkWorkers'> & {
  db?: Db;
  partitions: Partitions;
  close: () => Promise<void>;
};

async function isSpreadByCitus(db: Db): Promise<boolean> {
  const isSpread = await areReadingsSpread(db);
  if (isSpread) await requireSupportedCitus(db);
  return isSpread;
}

/** The reader's thread does one at a time; the next one is there when it has done that. */
const piecesOnReader = 2;

/**
 * SQLite has one writer and its driver is synchronous, so three connections share the file: one
 * thread owns writing, one (started when first needed) long reads, and this thread reads a few rows
 * at a time.
 */
async function openSqliteDatabase(
  { path, cacheKib }: { path: string; cacheKib: number },
  { procedures, renderers }: DatabaseModules,
): Promise<Database> {
  // Each thread has a heap of its own, so it loads only what it is asked for.
  const writer = new SqliteThreadClient({
    path,
    cacheKib,
    name: 'kisima-writer',
    procedures: procedures.map(String),
  });
  const reader = new SqliteThreadClient({
    path,
    cacheKib,
    name: 'kisima-reader',
    readonly: true,
    renderers: renderers.map(String),
  });
  await writer.start();
  const local = openSqliteFile(path, { readonly: true, cacheKib });
  const read = openSqlite({ execute: createStatementRunner(local) });
  const longRead = openSqlite({ execute: (...query) => reader.execute(...query) });
  const write = openSqlite({
    execute: (...query) => writer.execute(...query),
    acquire: () => writer.lease.acquire(),
  });

  /**
   * For what is one message to the thread. It is posted while no transaction is open, so that none can
   * begin before it; those that wait together share one commit.
   */
  const betweenHolders = async <T>(post: () => Promise<T>): Promise<T> => {
    while (writer.lease.isLocked()) await writer.lease.waitForUnlock();
    return await post();
  };
  const inTurn = createFewAtOnce(piecesOnReader);
  const checkpoints = createCheckpoints(
    new SqliteThreadClient({ path, cacheKib: 1024, name: 'kisima-checkpoints' }),
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
      // What the work gives is what its type says; it has only crossed to this thread.
      return result as never;
    },
    callWriter: (procedure, argument) => {
      checkpoints.noticeCommit();
      return betweenHolders(() => writer.call(procedure, argument));
    },
    notices: noticesOfOneProcess,
    close: async () => {
      await checkpoints.stop();
      await reader.stop();
      local.close();
      await writer.stop();
    },
  };
}
