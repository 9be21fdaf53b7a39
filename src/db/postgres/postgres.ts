import pg from 'pg';
import { type PostgresAddress, readAddress } from './postgres-address.ts';

export type PostgresOptions = PostgresAddress & {
  poolSize: number;
  /** Longest wait for a connection, and longest run of a statement, in milliseconds. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  /** Longest wait for what another transaction holds, in milliseconds; absent: as long as a statement may run. */
  lockTimeoutMs?: number | undefined;
};

type ClientOptions = Omit<PostgresOptions, 'poolSize'>;

/** A single connection, for uses beyond queries. */
export type PostgresClient = pg.Client;
export type PostgresConnection = pg.Connection;
export type PostgresPool = pg.Pool;
export type PooledClient = pg.PoolClient;

/** Beyond the longest run of a statement, in milliseconds: the server has fallen silent. */
const silenceMs = 1000;

/** A connection that is not yet made, outside of any pool; a failure while it is idle does not end the process. */
export function createPostgresClient(
  options: ClientOptions,
  more: pg.ClientConfig,
): PostgresClient {
  const client = new pg.Client({ ...commonTo(options), ...more });
  client.on('error', ignore);
  return client;
}

/** Connects once, outside of any pool. Counts and instants arrive as numbers, as from a pool. */
export async function connectPostgres(options: ClientOptions): Promise<PostgresClient> {
  const client = createPostgresClient(options, { query_timeout: options.statementTimeoutMs });
  await client.connect();
  return client;
}

/**
 * Opens a pool. Each connection sets its own limits and `settings` once it is made: PgBouncer refuses a
 * connection that begins with settings which it does not know, or drops them.
 */
export function openPool(
  options: PostgresOptions,
  { settings = {}, ...more }: pg.PoolConfig & { settings?: Record<string, string> } = {},
): PostgresPool {
  const silentAfterMs = options.statementTimeoutMs + silenceMs;
  const limits = {
    statement_timeout: options.statementTimeoutMs,
    ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    // Behind a pulled cable the server would keep the locks of a transaction for hours.
    idle_in_transaction_session_timeout: silentAfterMs,
  };
  const statements = Object.entries({ ...limits, ...settings }).map(
    ([name, value]) => `set ${name} = ${value}`,
  );
  const pool = new pg.Pool({
    ...commonTo(options),
    max: options.poolSize,
    query_timeout: silentAfterMs,
    onConnect: (client) => client.query(statements.join('; ')),
    ...more,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the
  // process.
  pool.on('error', ignore);
  // A connection that breaks between two statements of a transaction is replaced, too; the next statement
  // fails.
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Ends a connection on our side: a caller that waits for an answer over it fails at once. */
export function breakConnection(client: PooledClient): void {
  (client as PooledClient & { connection: PostgresConnection }).connection.stream.destroy();
}

/** A client class with a connect timeout of its own; the pool's also covers waiting in its queue. */
export function clientThatConnectsWithin(connectionTimeoutMillis: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

function commonTo(options: ClientOptions): pg.ClientConfig {
  return {
    ...readAddress(options),
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
    application_name: 'kisima',
    types: { getTypeParser: numbersAsNumbers },
  };
}

const ignore = () => {};

const int8 = 20;
const numeric = 1700;

// Our integers are instants, ids and counts, all below 2^53.
const numbersAsNumbers: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format as 'text');
