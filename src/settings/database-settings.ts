import { Type } from '../kit/api/type.ts';
import { Amount, Count, Text } from './setting-kinds.ts';

/** What is said of a database's URL that is none; never the URL itself, which holds a password. */
export const wrongDatabaseUrl = 'must be a URL such as postgres://user:password@host:5432/database';
const postgresUrl = { pattern: '^postgres(ql)?://', 'x-message': wrongDatabaseUrl };

/** Where everything is stored. */
export const databaseSettings = {
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description: 'Folder of the embedded database and the server secret; made with mode 0700.',
  }),
  DATABASE_URL: Text(
    'postgres://… to use PostgreSQL instead of the embedded database.',
    postgresUrl,
  ),
  DATABASE_READ_URL: Text(
    'postgres://… of a read replica, for reports, history and export; they may then be late.',
    postgresUrl,
  ),
  DATABASE_CA_FILE: Text(
    "PEM file of the authority that signed PostgreSQL's certificate, where the system knows none; " +
      'with it the certificate is checked unless `sslmode` says otherwise.',
  ),
  DATABASE_POOL: Count('Most PostgreSQL connections of this process.', 10, 2, 500),
  DATABASE_CONNECT_SECONDS: Amount('Longest wait for a PostgreSQL connection.', 5, 0.1, 60),
  DATABASE_STATEMENT_SECONDS: Amount(
    'Longest run of a statement in PostgreSQL; what takes longer is answered 503.',
    30,
    0.1,
    3600,
  ),
  DATABASE_LANES: Count(
    'Batches of readings that go to PostgreSQL at once, each over one more connection; on Citus at least 16.',
    1,
    1,
    64,
  ),
  CACHE_MB: Count('Page cache of each embedded database connection.', 64, 1, 65_536),
};
