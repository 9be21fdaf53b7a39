import { Kysely, SqliteAdapter } from 'kysely';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { StatementResult } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

/** Runs a statement in place. */
export type Execute = (sql: string, parameters: readonly unknown[]) => StatementResult;

/** Tells a statement that is already written (`prepare`) that its connection answers in place. */
export class LocalAdapter extends SqliteAdapter {
  readonly execute: Execute;

  constructor(execute: Execute) {
    super();
    this.execute = execute;
  }
}

/** The query builder over a connection of this very thread. */
export function openLocal(execute: Execute): Kysely<Tables> {
  const acquire = async () => () => {};
  const dialect = createSqliteDialect({ execute, acquire });
  return new Kysely<Tables>({
    dialect: { ...dialect, createAdapter: () => new LocalAdapter(execute) },
  });
}
