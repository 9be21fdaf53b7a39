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

const ignore = () => {};

// Our integers are instants, ids and counts, all below 2^53.
const numbersAsNumbers: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format as 'text');
