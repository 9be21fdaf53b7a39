import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

const int8 = 20;
const numeric = 1700;

export type PostgresOptions = {
  url: string;
  poolSize: number;
  /** Longest wait for a connection, and longest run of a statement, in milliseconds. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
};

type PostgresClientOptions = Omit<PostgresOptions, 'poolSize'>;

/** A pool of PostgreSQL connections behind Kysely. Counts and instants arrive as numbers. */
export function openPostgres(options: PostgresOptions): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + 1000,
    application_name: 'kisima',
    types: { getTypeParser: numbersAsNumbers },
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end us.
  pool.on('error', ignore);
  // So is one that breaks between two statements of a transaction, whose next statement then fails.
  pool.on('connect', (client) => client.on('error', ignore));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** One connection of its own, for whoever needs more of it than queries. */
export type PostgresClient = pg.Client;

export type PostgresConnection = pg.Connection;

/** Connects once, outside of any pool; types as in `openPostgres`. */
export async function connectPostgres(options: PostgresClientOptions): Promise<PostgresClient> {
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: options.statementTimeoutMs,
    keepAlive: true,
    application_name: 'kisima',
    types: { getTypeParser: numbersAsNumbers },
  });
  // Whatever runs when the connection breaks fails with it; without a listener it would end us.
  client.on('error', ignore);
  await client.connect();
  return client;
}

const ignore = () => {};

// Our integers are instants, ids and counts, all below 2^53.
const numbersAsNumbers: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format as 'text');
