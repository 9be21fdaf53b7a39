import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { StatementResult } from './sqlite-file.ts';

/** Hands out one SQLite connection, of this thread or of another. */
export type SqliteSource = {
  execute: (
    sql: string,
    parameters: readonly unknown[],
  ) => StatementResult | Promise<StatementResult>;
  /** Waits until the connection is free for several statements in a row; left out where it always is. */
  acquire?: () => Promise<() => void>;
};

export function openSqlite(source: SqliteSource): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: createSqliteDialect(source) });
}

export function createSqliteDialect(source: SqliteSource): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => createDriver(source),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Kysely takes SQLite's DDL for one that ends a transaction, and would commit each statement of a migration
 * by itself: a kill between two would leave a schema that no migration goes on from.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createDriver(source: SqliteSource): Driver {
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const run = (connection: DatabaseConnection, sql: string) =>
    connection.executeQuery(CompiledQuery.raw(sql));
  return {
    init: async () => {},
    acquireConnection: async () => {
      const release = (await source.acquire?.()) ?? (() => {});
      const connection = createConnection(source);
      releases.set(connection, release);
      return connection;
    },
    releaseConnection: async (connection) => releases.get(connection)?.(),
    // `immediate` takes the write lock at once: a transaction that starts reading can never be
    // refused later because somebody else wrote in between.
    beginTransaction: async (connection) => void (await run(connection, 'begin immediate')),
    commitTransaction: async (connection) => void (await run(connection, 'commit')),
    rollbackTransaction: (connection) => rollBack(() => run(connection, 'rollback')),
    destroy: async () => {},
  };
}

/**
 * Rolls back, unless SQLite has done so already: where the disk is full or broken it ends the transaction
 * by itself, and the failure that caused it is the one to report.
 */
async function rollBack(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isAlreadyRolledBack(error)) throw error;
  }
}

function isAlreadyRolledBack(error: unknown): boolean {
  return error instanceof Error && /no transaction is active/.test(error.message);
}

function createConnection(source: SqliteSource): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes, insertId } = await source.execute(sql, parameters);
      return {
        rows: rows as R[],
        numAffectedRows: BigInt(changes),
        ...(insertId !== undefined && { insertId: BigInt(insertId) }),
      };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for the method; pages serve us instead.
    async *streamQuery() {
      throw new Error('read in pages: a stream would hold the connection');
    },
  };
}
