import type { CompiledQuery, Transaction } from 'kysely';
import type { FewAtOnce } from '../kit/async/few-at-once.ts';
import type { Db, Engine } from './db.ts';
import type { Notices } from './notices.ts';
import type { Partitions } from './pipeline.ts';
import type { WorkerHealth } from './postgres/citus/worker.ts';
import type { Replica } from './postgres/replica/replica.ts';
import type { RowLists } from './renderer.ts';
import type { Tables } from './tables/tables.ts';
import type { Work } from './work.ts';

/** The storage of the program: one set of queries, two engines; in parts, by who uses what. */
export type Database = Queries &
  ReadsOfManyRows &
  BatchStorage &
  StorageChecks & {
    engine: Engine;
    /**
     * Whether the rows of devices stand on several servers (Citus). What goes through the coordinator then
     * changes one device in a transaction, so that it stays on one server.
     */
    isSpread: boolean;
    /** What processes that share the database tell each other; heard once started. */
    notices: Notices;
    close: () => Promise<void>;
  };

/** Of every room: statements that touch a few rows, by the query builder. */
type Queries = {
  /** Short reads: a few rows by key. */
  read: Db;
  /**
   * Short reads of tables that are whole on each server, for what has to go on while a server of Citus
   * is away: there it has connections of its own, since those of `read` may all wait for that one.
   */
  readWhole: Db;
  /** Writes of one row to a table that stands on the coordinator alone, over the same connections. */
  writeWhole: Db;
  /** Single writes; several that belong together go through `transaction`. */
  write: Db;
  transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /**
   * Does a piece of work, all of it or nothing, on SQLite beside the connection, where works that wait
   * together share a commit: for paths that are taken hundreds of times a second. Each statement is to
   * look up its rows by key: PostgreSQL plans it so.
   */
  perform: <A, R>(work: Work<A, R>, argument: A) => Promise<R>;
};

/** Of reports, history, exports and imports: reads of many rows, of which few are under way at once. */
type ReadsOfManyRows = {
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
};

/** Of the recorder alone: where batches of readings are written, one of the two on either engine. */
export type BatchStorage = {
  /** Calls a procedure on SQLite's writer thread; absent on PostgreSQL. */
  callWriter?: (procedure: string, argument: unknown) => Promise<unknown>;
  /** The devices by whose batches go out side by side; absent on SQLite. */
  partitions?: Partitions;
};

/** Of `/readyz`, metrics and doctor: how the files and servers behind are. Each is absent where there is none. */
type StorageChecks = {
  /** How the read replica is. */
  checkReplica?: Replica['check'];
  replicaLagMs?: Replica['lagMs'];
  /** Throws where SQLite's file was deleted, moved or replaced since it was opened. */
  checkPlace?: () => void;
  /** How the servers of Citus are that have shards. */
  checkWorkers?: () => Promise<WorkerHealth[]>;
  /** Whether one of them was found not to answer a moment ago; each is asked every second. */
  isWorkerAway?: () => boolean;
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
