import type { CompiledQuery, Transaction } from 'kysely';
import type { FewAtOnce } from '../kit/async/fair-turns.ts';
import type { Db, Engine } from './db.ts';
import type { Notices } from './notices.ts';
import type { Partitions } from './pipeline.ts';
import type { WorkerHealth } from './postgres/citus/worker.ts';
import type { Replica } from './postgres/replica/replica.ts';
import type { RowLists } from './renderer.ts';
import type { Tables } from './tables/tables.ts';
import type { Work } from './work.ts';

/**
 * Storage of the program: one set of queries for two engines, in groups by their readers. Decision 32 lists
 * the ways to run SQL and when each is used.
 */
export type Database = Queries &
  ReadsOfManyRows &
  BatchStorage &
  StorageChecks & {
    engine: Engine;
    /**
     * Set if the rows of devices are spread over several servers (Citus). A transaction through the
     * coordinator then changes one device only, so that it stays on one server.
     */
    isSpread: boolean;
    /** Notices between the processes that share the database; received once started. */
    notices: Notices;
    close: () => Promise<void>;
  };

/**
 * For every room: statements that touch a few rows. They are Kysely's, which is the way to run SQL wherever
 * nothing below asks for another one.
 */
type Queries = {
  /** Short reads: a few rows by key. */
  read: Db;
  /**
   * Short reads of tables that are whole on each server, for what has to go on while a server of Citus
   * is away: there it has connections of its own, since those of `read` may all wait for that one.
   */
  readWhole: Db;
  /** Writes of one row to a table that is on the coordinator alone, over the connections of `readWhole`. */
  writeWhole: Db;
  /** Single writes; several that belong together go through `transaction`. */
  write: Db;
  transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /**
   * Runs a work, all of it or nothing. It is used for transactions of several statements that are taken
   * hundreds of times a second: on SQLite they run in the writer thread, and works that wait together share
   * one sync of the disk. Each statement is to look up its rows by key: PostgreSQL plans it so.
   */
  perform: <A, R>(work: Work<A, R>, argument: A) => Promise<R>;
};

/** For reports, history, exports and imports: reads of many rows, of which few run at once. */
type ReadsOfManyRows = {
  /** Reads that may touch many rows; on SQLite they run on a thread of their own. */
  longRead: Db;
  /**
   * Runs a piece of a long read, which should take a few milliseconds. Few pieces run at once, so short
   * reads wait for no more than those, however many long reads there are. A piece whose `signal` is aborted
   * while it is queued is not begun. A piece must not queue another one.
   */
  inTurn: FewAtOnce;
  /**
   * Long reads that may miss what was written a moment ago: those of reports, history and export, which a
   * replica serves where there is one. A read that has to see its caller's own write goes through `read` or
   * `longRead`. Each is queued as a piece of `inTurn`.
   */
  lateRead: <T>(read: (db: Db) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /**
   * Runs a late read and makes a small result of its rows by a named renderer. It is used for results of
   * thousands of rows: on SQLite the renderer runs in the reader thread, so that these rows do not cross
   * threads as objects. Queued as a piece of `inTurn`.
   */
  render: (
    query: CompiledQuery,
    renderer: string,
    argument?: unknown,
    options?: RenderOptions,
  ) => Promise<unknown>;
};

/** For the recorder alone: writes batches of readings, by one of the two on either engine. */
export type BatchStorage = {
  /**
   * Calls a procedure in SQLite's writer thread; absent on PostgreSQL. It is used to write and to recompute
   * batches of readings by statements prepared by hand, without promises between them. For speed alone: it
   * goes with the redesign of the write path, since `perform` can do the same.
   */
  callWriter?: (procedure: string, argument: unknown) => Promise<unknown>;
  /** Partitions of the devices, whose batches are written side by side; absent on SQLite. */
  partitions?: Partitions;
};

/** For `/readyz`, metrics and doctor: the state of files and servers. Each is absent where there is none. */
type StorageChecks = {
  checkReplica?: Replica['check'];
  replicaLagMs?: Replica['lagMs'];
  /** Throws where SQLite's file was deleted, moved or replaced since it was opened. */
  checkPlace?: () => void;
  /** State of each server of Citus that has shards. */
  checkWorkers?: () => Promise<WorkerHealth[]>;
  /** True if one of them did not answer a moment ago; each is asked every second. */
  isWorkerAway?: () => boolean;
};

export type RenderOptions = {
  /**
   * Called back with the rows before they are rendered, where that happens on this thread: the rows after
   * them can then be read meanwhile.
   */
  arrived?: (rows: RowLists['rows']) => void;
  /** Aborted when nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
  /** Set where a column holds bytes rather than numbers: PostgreSQL sends numbers packed. */
  hasBytes?: boolean;
};

/** Modules of rooms that run beside the connection; see `Procedures` and `Renderer`. */
export type DatabaseModules = { procedures: URL[]; renderers: URL[] };
