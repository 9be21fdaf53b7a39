import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import type { Db, Engine } from './db.ts';
import * as accounts from './migrations/001-accounts.ts';
import * as devices from './migrations/002-devices.ts';
import * as tanks from './migrations/003-tanks.ts';
import * as incidents from './migrations/004-incidents.ts';
import * as notifications from './migrations/005-notifications.ts';
import * as sms from './migrations/006-sms.ts';
import * as smsProviders from './migrations/007-sms-providers.ts';
import * as storageProbes from './migrations/008-storage-probes.ts';
import * as useHabits from './migrations/009-use-habits.ts';
import * as readingRefusals from './migrations/010-reading-refusals.ts';
import * as rhythms from './migrations/011-rhythms.ts';
import * as corrections from './migrations/012-corrections.ts';
import { isDiskFull, isSilence, isStorageAway, isUnreachable } from './storage-away.ts';

type Migration = {
  up: (db: Kysely<unknown>, engine: Engine) => Promise<void>;
};

/** Every step of the schema in order; one that has landed never changes. */
const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-devices': devices,
  '003-tanks': tanks,
  '004-incidents': incidents,
  '005-notifications': notifications,
  '006-sms': sms,
  '007-sms-providers': smsProviders,
  '008-storage-probes': storageProbes,
  '009-use-habits': useHabits,
  '010-reading-refusals': readingRefusals,
  '011-rhythms': rhythms,
  '012-corrections': corrections,
};

/** The database cannot serve this program; the message is for the operator. */
export class SchemaError extends Error {}

type Migratable = { engine: Engine; write: Db };

/**
 * Brings the schema up to the version of this program, by all steps in one transaction.
 * @returns the names of the steps that were taken.
 * @throws SchemaError when the database was written by a newer program, or a step fails.
 */
export async function migrate(db: Migratable): Promise<string[]> {
  refuseNewer(await executedSteps(db));
  const migrator = new Migrator({
    db: db.write,
    provider: { getMigrations: async () => steps(db) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new SchemaError(failureSentence(error), { cause: error });
  return results.map(({ migrationName }) => migrationName);
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
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name));
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
  const newer = executed.filter((name) => !(name in migrations));
  if (newer.length === 0) return;
  throw new SchemaError(
    `The database is newer than this program: it has the migration ${newer.join(', ')}. ` +
      'Start the newer Kisima, or restore a backup that is older.',
  );
}

function steps({ engine }: Migratable) {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      { up: (db: Kysely<unknown>) => up(db, engine) },
    ]),
  );
}

async function executedSteps(db: Pick<Database, 'write'>): Promise<string[]> {
  const tables = await db.write.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db.write);
  return rows.map(({ name }) => name);
}
