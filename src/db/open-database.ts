import { systemTimers } from '../kit/time/timers.ts';
import type { Database, DatabaseModules } from './database.ts';
import type { PostgresTarget, Surroundings } from './postgres/open-postgres-database.ts';
import { openSqliteDatabase, type SqliteTarget } from './sqlite/open-sqlite-database.ts';

export type DatabaseTarget = ({ engine: 'sqlite' } & SqliteTarget) | PostgresTarget;

/**
 * Opens the database of a target. PostgreSQL's driver is loaded only where it is used: an embedded database
 * does without that memory.
 */
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
    : await openPostgres(target, modules, surroundings);
}

async function openPostgres(
  target: PostgresTarget,
  modules: DatabaseModules,
  surroundings: Surroundings,
): Promise<Database> {
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  return await openPostgresDatabase(target, modules, surroundings);
}
