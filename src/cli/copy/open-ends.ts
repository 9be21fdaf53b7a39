import { chmod } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { describeDataFolder, lockDataFolder, makeDataFolder } from '../../data-folder.ts';
import { openDatabase } from '../../db/open-database.ts';
import { connectPostgres, type PostgresClient } from '../../db/postgres/postgres.ts';
import type { PostgresAddress } from '../../db/postgres/postgres-address.ts';
import { openSqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { databaseTarget } from '../../open-storage.ts';
import { keepSecret } from '../../server-secret.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../open-database.ts';
import type { Source, TablePlan, Target } from './ends.ts';
import { fitToSqlite, readLayout } from './layout.ts';
import { createPostgresSource, createPostgresTarget } from './postgres-ends.ts';
import { prepareParts, prepareTarget } from './prepare-target.ts';
import { createSqliteSource, createSqliteTarget, openSnapshot } from './sqlite-ends.ts';

const cacheKib = 65_536;
const connectTimeoutMs = 5000;
/** Longest run of one statement: the sum over a table of hundreds of millions of rows. */
const statementTimeoutMs = 6 * hourMs;

/** Readings that are older than three years need no months of their own. */
const longestPartedMs = 3 * 366 * dayMs;

export type Ends = {
  source: Source;
  target: Target;
  tables: TablePlan[];
  close: () => Promise<void>;
};

/** An installation to copy, and its identity, which no other has. */
export type Installation = { config: Config; identity: string };

/**
 * Opens an embedded installation and the PostgreSQL database that it goes to.
 * @throws CommandError when one of them cannot be opened, or the target is not empty.
 */
export async function openTowardsPostgres(
  { config, identity }: Installation,
  url: string,
): Promise<Ends> {
  await refuseUnfit(config);
  await using opened = new AsyncDisposableStack();
  const client = await connect({ url, caFile: config.databaseCaFile }, 'target');
  const target = opened.use(createPostgresTarget(client));
  await claim(client);
  await prepare({ ...config, databaseUrl: url }, '', identity);
  const file = openSnapshot(describeDataFolder(config.dataDir).databasePath);
  opened.defer(() => void file.close());
  const tables = fitToSqlite(await readLayout(client), file);
  return { source: createSqliteSource(file), target, tables, close: closerOf(opened) };
}

/**
 * Opens an installation on PostgreSQL and the data folder that it goes to, which gets its secret.
 * @throws as `openTowardsPostgres`; DataFolderError while a server uses the folder.
 */
export async function openTowardsSqlite(
  { config, identity }: Installation,
  folder: string,
  secret: string,
): Promise<Ends> {
  await using opened = new AsyncDisposableStack();
  const address = { url: config.databaseUrl ?? '', caFile: config.databaseCaFile };
  const client = await connect(address, 'database that DATABASE_URL names');
  opened.defer(() => client.end());
  await refuseUnfit(config);
  const { databasePath, secretPath } = await makeDataFolder(folder);
  opened.defer(lockDataFolder(folder).release);
  await prepare({ ...config, databaseUrl: undefined }, databasePath, identity);
  await chmod(databasePath, 0o600);
  await keepSecret(secretPath, secret);
  const file = openSqliteFile(databasePath, { readonly: false, cacheKib });
  opened.defer(() => void file.close());
  // Rows that a power cut takes are copied again: rows and their progress are one commit.
  file.pragma('synchronous = NORMAL');
  const tables = await readLayout(client);
  fitToSqlite(tables, file);
  const source = await createPostgresSource(client);
  return { source, target: createSqliteTarget(file), tables, close: closerOf(opened) };
}

/** Keeps resources open until the closer is called. */
function closerOf(opened: AsyncDisposableStack): () => Promise<void> {
  const kept = opened.move();
  return () => kept.disposeAsync();
}

/** The source must be of this program's schema, since the target will be. */
function refuseUnfit(config: Config): Promise<void> {
  return withDatabase(config, async () => {});
}

async function connect(address: PostgresAddress, what: string): Promise<PostgresClient> {
  try {
    return await connectPostgres({ ...address, connectTimeoutMs, statementTimeoutMs });
  } catch (error) {
    throw new CommandError(`The ${what} cannot be opened: ${reasonOf(error)}.`);
  }
}

/** A host of several addresses fails once for each; none contains the URL. */
function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : 'it does not answer';
}

/** Held while the connection is: two copies into one database would collide. */
async function claim(client: PostgresClient): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtextextended('kisima copy', 0)) as free`,
  );
  if (!rows[0].free) throw new CommandError('Another copy into the target is under way.');
}

async function prepare(config: Config, path: string, identity: string): Promise<void> {
  const db = await openDatabase(databaseTarget(config, path));
  try {
    await prepareTarget(db, identity);
    const now = Date.now();
    const from = now - Math.min(config.retentionMs, longestPartedMs);
    if (db.engine === 'postgres')
      await prepareParts(db, { from, now, until: now, span: config.readingParts });
  } finally {
    await db.close();
  }
}
