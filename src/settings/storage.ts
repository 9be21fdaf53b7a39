import { OneOf } from '../kit/api/schema/schema.ts';
import {
  Amount,
  ConfigError,
  Count,
  Secret,
  type SettingsOf,
  Text,
  TextOr,
} from './setting-types.ts';

/** Fault of a database's URL; never the URL itself, which holds a password. */
const wrongDatabaseUrl = 'must be a URL such as postgres://user:password@host:5432/database';
const postgresUrl = { pattern: '^postgres(ql)?://', 'x-message': wrongDatabaseUrl };

export const defaultDataDir = './data';

export const storageSettings = {
  DATA_DIR: TextOr(
    defaultDataDir,
    'Folder of the embedded database and the server secret; made with mode 0700.',
    { minLength: 1 },
  ),
  SERVER_SECRET: Secret(
    'Secret that signs tokens and derives device keys, instead of the generated one.',
    { minLength: 32 },
  ),
  CACHE_MB: Count('Page cache of each connection to the embedded database.', 32, 1, 65_536),
  DATABASE_URL: Secret(
    'postgres://… to use PostgreSQL instead of the embedded database.',
    postgresUrl,
  ),
  DATABASE_READ_URL: Secret(
    'postgres://… of a read replica, for reports, history and export, which may then lag behind.',
    postgresUrl,
  ),
  DATABASE_READ_LAG_SECONDS: Amount(
    'How far the read replica may be behind; beyond that the primary answers in its place.',
    10,
    0.1,
    86_400,
  ),
  DATABASE_CA_FILE: Text(
    "PEM file of the authority that signed PostgreSQL's certificate, where the system does not know it; " +
      'with it the certificate is checked unless `sslmode` says otherwise.',
  ),
  READING_PARTS: OneOf(['month', 'week', 'day'], {
    default: 'month',
    description:
      'By what readings are divided on PostgreSQL; a change is for what comes, and leaves what is there.',
  }),
  DATABASE_POOL: Count('Most PostgreSQL connections of this process.', 10, 2, 500),
  DATABASE_LANES: Count(
    'Batches of readings that go to PostgreSQL at once, each over one more connection; on Citus at least 4 to each worker.',
    1,
    1,
    64,
  ),
  DATABASE_CONNECT_SECONDS: Amount('Longest wait for a PostgreSQL connection.', 5, 0.1, 60),
  DATABASE_STATEMENT_SECONDS: Amount(
    'Longest run of a statement in PostgreSQL; a request that needs longer is 503.',
    30,
    0.1,
    3600,
  ),
};

type StorageEnvironment = SettingsOf<typeof storageSettings>;

/** @throws ConfigError for an invalid URL, and for a replica without a primary. */
export function readStorage(env: StorageEnvironment) {
  refuseBrokenDatabaseUrls(env);
  refuseReplicaAlone(env);
  return {
    dataDir: env.DATA_DIR,
    serverSecret: env.SERVER_SECRET,
    cacheKib: env.CACHE_MB * 1024,
    databaseUrl: env.DATABASE_URL,
    databaseReplica: readReplica(env),
    databaseCaFile: env.DATABASE_CA_FILE,
    databasePool: env.DATABASE_POOL,
    databaseConnectMs: env.DATABASE_CONNECT_SECONDS * 1000,
    databaseStatementMs: env.DATABASE_STATEMENT_SECONDS * 1000,
    databaseLanes: env.DATABASE_LANES,
    readingParts: env.READING_PARTS,
  };
}

/** A URL with a user and no host names a socket's folder as its `host`. */
function refuseBrokenDatabaseUrls({ DATABASE_URL, DATABASE_READ_URL }: StorageEnvironment): void {
  for (const [name, url] of Object.entries({ DATABASE_URL, DATABASE_READ_URL })) {
    if (url === undefined || URL.canParse(url.replace('@/', '@socket/'))) continue;
    throw new ConfigError(`${name} ${wrongDatabaseUrl}`);
  }
}

function refuseReplicaAlone({ DATABASE_URL, DATABASE_READ_URL }: StorageEnvironment): void {
  if (DATABASE_READ_URL !== undefined && DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL needs a DATABASE_URL that it is a replica of');
  }
}

function readReplica(env: StorageEnvironment) {
  const { DATABASE_READ_URL: url, DATABASE_READ_LAG_SECONDS: seconds } = env;
  return url === undefined ? undefined : { url, longestLagMs: seconds * 1000 };
}
