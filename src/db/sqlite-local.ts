import { Kysely } from 'kysely';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { StatementResult } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

/** The query builder over a connection of this very thread. */
export function openLocal(
  execute: (sql: string, parameters: readonly unknown[]) => StatementResult,
): Kysely<Tables> {
  const acquire = async () => () => {};
  return new Kysely<Tables>({ dialect: createSqliteDialect({ execute, acquire }) });
}
