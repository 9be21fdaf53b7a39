import { CompiledQuery, SqliteAdapter } from 'kysely';
import type { Db, Engine } from './db.ts';

/** A query of the builder, or a `sql` template. */
type Query<R> = { compile: (db: Db) => CompiledQuery<R> };

/** Placeholder in a prepared statement for a value that each run brings along. */
export class Slot {
  readonly read: (values: object) => unknown;

  constructor(read: (values: object) => unknown) {
    this.read = read;
  }

  /** A slot for what `make` makes of the value. */
  through<T>(make: (value: T) => unknown): Slot {
    return new Slot((values) => make(this.read(values) as T));
  }

  [Symbol.toPrimitive](): never {
    throw new Error('a statement is written before its values are known');
  }
}

/**
 * Prepares a statement that runs for every message or request on a busy path: the query builder writes it
 * when it is first run on an engine, and its text is kept. For speed alone: building and compiling one
 * takes 5 to 20 us, longer than SQLite often takes to run it. Everywhere else Kysely's own queries are
 * used.
 * @param write puts the values where they belong, as they are: they are not known while it is called.
 * Numbers of rows, and so lists, go in by `rowSet`, whose text is the same for any number.
 *
 * SQLite keeps the plan of a statement too, but not of a join in which a column is compared with a value:
 * with the statistics that better-sqlite3 compiles in (STAT4) it plans that anew at each run, 6 to 10 us. A
 * subquery instead of the join, or one that is materialized around the comparison, is spared.
 */
export function prepare<V extends object, R>(
  write: (values: V, engine: Engine, db: Db) => Query<R>,
): (db: Db, values: V) => Promise<R[]> {
  const written = new Map<Engine, { sql: string; parameters: readonly unknown[] }>();
  return async (db, values) => {
    const engine = engineOf(db);
    let statement = written.get(engine);
    if (!statement) {
      statement = write(slotsOf<V>(), engine, db).compile(db);
      written.set(engine, statement);
    }
    const { sql, parameters } = statement;
    const filled = parameters.map((each) => (each instanceof Slot ? each.read(values) : each));
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(sql, filled));
    return rows;
  };
}

function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

function slotsOf<V extends object>(): V {
  const slotOf = (_: object, name: string | symbol) =>
    new Slot((values) => Reflect.get(values, name));
  return new Proxy({}, { get: slotOf }) as V;
}
