import { PostgresAdapter, SqliteAdapter } from 'kysely';
import type { Db } from '../db.ts';

type Run<Rows> = (sql: string, parameters: readonly unknown[]) => Rows;

/**
 * A statement that is written already (`prepare`) needs nothing of the query builder, whose ways to its
 * connection take longer than a row by its key: 50 to 80 us on PostgreSQL. The adapter is what tells of
 * a handle where it leads to, so it is what knows the shorter way.
 */
export class LocalAdapter extends SqliteAdapter {
  /** Answers in place, from the one connection that there is. */
  readonly run: Run<{ rows: unknown[] }>;

  constructor(run: LocalAdapter['run']) {
    super();
    this.run = run;
  }
}

/** The same for a pool. */
export class PoolAdapter extends PostgresAdapter {
  /** Runs the statement on any connection. */
  readonly run: Run<Promise<{ rows: unknown[] }>>;

  constructor(run: PoolAdapter['run']) {
    super();
    this.run = run;
  }
}

/** The way past the query builder to where a handle leads; undefined where there is none. */
export function straightWayTo(db: Db): (LocalAdapter | PoolAdapter)['run'] | undefined {
  const { adapter } = db.getExecutor();
  if (adapter instanceof LocalAdapter) return adapter.run;
  // A transaction has a connection of its own, which the pool does not lend again.
  if (adapter instanceof PoolAdapter && !db.isTransaction) return adapter.run;
  return undefined;
}
