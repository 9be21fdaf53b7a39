import { readdirSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import type { Db, Engine } from './db.ts';
import { hasTable } from './has-table.ts';
import { isDiskFull, isSilence, isStorageAway, isUnreachable } from './storage-away.ts';

type Migration = {
  up: (db: Kysely<unknown>, engine: Engine) => Promise<void>;
};

const folder = new URL('./migrations/', import.meta.url);

/** Names of all steps of the schema in order: the files `NNN-name.ts` of their folder. One that has landed never changes. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .filter((file) => /^\d{3}-[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** The database cannot serve this program; the message is for the operator. */
export class SchemaError extends Error {}

type Migratable = { engine: Engine; write: Db };

/**
 * Brings the schema up to the version of this program, by all steps in one transaction.
 * @returns the names of the steps that were taken.
 * @throws SchemaError when the database was written by a newer program, or a step fails.
 */
export async function migrate(db: Migratable): Promise<string[]> {
  const executed = await executedSteps(db);
  refuseNewer(executed);
  if (executed.length === migrationNames.length) return [];
  const migrator = new Migrator({
    db: db.write,
    provider: { getMigrations: () => loadSteps(db) },
  });
  const { error, results = [] } = await sortingInFiles(db, () => migrator.migrateToLatest());
  if (error) throw new SchemaError(failureSentence(error), { cause: error });
  return results.map(({ migrationName }) => migrationName);
}

/**
 * A step makes an index of a whole table, and the sort would need as much memory. SQLite changes the place
 * between transactions only; PostgreSQL has one that is right.
 */
async function sortingInFiles<T>({ engine, write }: Migratable, work: () => Promise<T>) {
  if (engine === 'postgres') return await work();
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(write);
  await sql`pragma temp_store = FILE`.execute(write);
  try {
    return await work();
  } finally {
    await sql`pragma temp_store = ${sql.lit(rows[0]?.temp_store ?? 0)}`.execute(write);
  }
}

/** True if nothing has ever been stored: not even the first step of the schema was taken. */
export async function isNewDatabase(db: Database): Promise<boolean> {
  return (await executedSteps(db)).length === 0;
}

/**
 * For programs that run beside a server, and must not change the schema under it.
 * @throws SchemaError when the schema is not exactly what this program knows.
 */
export async function refuseOutdated(db: Database): Promise<void> {
  const executed = await executedSteps(db);
  refuseNewer(executed);
  const missing = migrationNames.filter((name) => !executed.includes(name));
  if (missing.length > 0) {
    throw new SchemaError(
      `The database is older than this program: it lacks ${missing.join(', ')}. ` +
        'Start the server, or run kisima migrate.',
    );
  }
}

/** Says what became of the database, and what to do next. */
function failureSentence(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  if (isUnreachable(error) || isSilence(error))
    return 'A migration failed, of which all was kept or nothing: start again once the database answers.';
  const failed = 'A migration failed, and nothing of it was kept';
  if (isDiskFull(error)) return `${failed}: make room on the disk of the database and start again.`;
  if (code === queryCanceled)
    return `${failed}: a step, or another process that migrates, needs longer than DATABASE_STATEMENT_SECONDS. Run kisima migrate, which waits for hours.`;
  if (code === lockNotAvailable)
    return `${failed}: another process holds what a step needs. Start again when it has ended.`;
  if (isStorageAway(error)) return `${failed}: start again once storage serves.`;
  if (code === duplicateTable || /^(table|index) \S+ already exists/.test(message ?? ''))
    return `${failed}: the database holds a part of the schema that no finished migration made. Restore a backup; where nothing was stored yet, move the database away, with its server-secret, and start anew.`;
  return `${failed}: go on with the version of Kisima that last served it, and report this.`;
}

/** SQLSTATEs of PostgreSQL. */
const queryCanceled = '57014';
const lockNotAvailable = '55P03';
const duplicateTable = '42P07';

function refuseNewer(executed: string[]): void {
  const newer = executed.filter((name) => !migrationNames.includes(name));
  if (newer.length === 0) return;
  throw new SchemaError(
    `The database is newer than this program: it has the migration ${newer.join(', ')}. ` +
      'Start the newer Kisima, or restore a backup that is older.',
  );
}

async function loadSteps({ engine }: Migratable) {
  const loaded = migrationNames.map(async (name) => {
    const { up }: Migration = await import(new URL(`${name}.ts`, folder).href);
    return [name, { up: (db: Kysely<unknown>) => up(db, engine) }] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

async function executedSteps(db: Migratable): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db.write);
  return rows.map(({ name }) => name);
}
