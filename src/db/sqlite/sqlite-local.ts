import { Kysely } from 'kysely';
import { LocalAdapter } from '../postgres/straight-way.ts';
import type { Tables } from '../tables.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { StatementResult } from './sqlite-file.ts';

/** Runs a statement in place. */
export type Execute = (sql: string, parameters: readonly unknown[]) => StatementResult;

/** The query builder over a connection of this very thread. */
export function openLocal(execute: Execute): Kysely<Tables> {
  const acquire = async () => () => {};
  const dialect = createSqliteDialect({ execute, acquire });
  return new Kysely<Tables>({
    dialect: { ...dialect, createAdapter: () => new LocalAdapter(execute) },
  });
}
