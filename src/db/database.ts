import type { CompiledQuery, Transaction } from 'kysely';
import type { FewAtOnce } from '../kit/async/few-at-once.ts';
import type { Db, Engine } from './db.ts';
import type { WorkerHealth } from './postgres/citus/worker.ts';
import type { Notices } from './postgres/notices/notices.ts';
import type { Partitions } from './postgres/pipeline/pipeline.ts';
import type { Replica } from './postgres/replica/replica.ts';
import type { RowLists } from './renderer.ts';
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
  /** Throws where SQLite's file was deleted, moved or replaced since it was opened; absent on PostgreSQL. */
  checkPlace?: () => void;
  /** Where batches of readings are written; absent on SQLite. */
  partitions?: Partitions;
  /** How the servers of Citus are that have shards; absent where nothing is spread. */
  checkWorkers?: () => Promise<WorkerHealth[]>;
  /** Whether one of them was found not to answer a moment ago; each is asked every second. */
  isWorkerAway?: () => boolean;
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
