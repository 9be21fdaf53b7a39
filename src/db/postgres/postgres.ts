import { Socket } from 'node:net';
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { withDeadline } from '../../kit/async/deadline.ts';
import type { Db } from '../db.ts';
import type { RowLists } from '../renderer.ts';
import { isSilence } from '../storage-away.ts';
import type { Tables } from '../tables.ts';
import type { NoticeWire } from './notices.ts';
import { packQuery, unpackLists } from './packed-query.ts';
import { type PostgresAddress, readAddress } from './postgres-address.ts';
import { createStatementNames } from './statement-names.ts';
import { PoolAdapter } from './straight-way.ts';

const int8 = 20;
const numeric = 1700;

export type PostgresOptions = PostgresAddress & {
  poolSize: number;
  /** Longest wait for a connection, and longest run of a statement, in milliseconds. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
};

/** Beyond the longest run of a statement, in milliseconds: the server has fallen silent. */
const silenceMs = 1000;

type PostgresClientOptions = Omit<PostgresOptions, 'poolSize'>;

/** A pool of connections: as the query builder takes it, and for rows as lists. */
export type PostgresDatabase = {
  db: Db;
  /** The same pool, for transactions whose statements each look up their rows by key. */
  keyed: Db;
  /** The rows of a query that selects numbers or nulls, each column by its name. */
  readLists: (query: CompiledQuery) => Promise<RowLists>;
};

/**
 * A pool of PostgreSQL connections behind Kysely. Counts and instants arrive as numbers.
 * @param answerWithinMs longest wait for the server to let us in, where it is to be shorter than that
 * for a connection that is in use.
 */
export function openPostgres(
  options: PostgresOptions,
  answerWithinMs = options.connectTimeoutMs,
): PostgresDatabase {
  const pool = openPool(options, {
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionTimeoutMillis: answerWithinMs });
      }
    },
  });
  const nameOf = createStatementNames();
  const lending = {
    options: pool.options,
    connect: async () => lend(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
  // Names of their own, since a plan belongs to a name and these are to be planned otherwise.
  const nameOfKeyed = createStatementNames('keyed');
  const lendingKeyed = {
    ...lending,
    connect: async () => beginKeyed(lend(await pool.connect(), nameOfKeyed)),
  };
  const withClient = async <T>(work: (client: LentClient) => Promise<T>): Promise<T> => {
    const client = await lending.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  const runOnAny: PoolAdapter['run'] = (text, values) =>
    withClient((client) => client.query(text, values));
  const dialect = new PostgresDialect({ pool: lending });
  dialect.createAdapter = () => new PoolAdapter(runOnAny);
  return {
    db: new Kysely<Tables>({ dialect }),
    keyed: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lendingKeyed }) }),
    readLists: async (query) => {
      const { text, columns } = packQuery(query);
      const value = await withClient((client) => client.readValue(text, query.parameters));
      return unpackLists(value, columns);
    },
  };
}

/**
 * Whatever PostgreSQL believes of the sizes of tables, reading one whole is wrong for a statement that
 * looks up its rows by key; and a plan is made once, not for each batch.
 */
const keyedSettings = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

const beginWithSettings = [
  'begin',
  ...Object.entries(keyedSettings).map(([name, value]) => `set local ${name} = ${value}`),
].join('; ');

/** A connection whose transactions begin with those settings, in the same way there and back. */
function beginKeyed(client: LentClient): LentClient {
  const query = (text: string, values: readonly unknown[]) =>
    text === 'begin' ? client.run(beginWithSettings) : client.query(text, values);
  return { ...client, query: query as never };
}

export type PostgresPool = pg.Pool;

/**
 * Connections beside that pool for statements that are known beforehand and each look up their rows by
 * key (`runOnPool`).
 * @param isSpread whether Citus has the rows: it names the shard in the plan, so it needs to know the
 * key when the plan is made.
 */
export function openKeyedPool(options: PostgresOptions, isSpread: boolean): PostgresPool {
  const planning = isSpread ? { plan_cache_mode: 'force_custom_plan' } : {};
  const settings = { ...keyedSettings, ...planning, cpu_tuple_cost: '100' };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  return openPool(options, {
    maxLifetimeSeconds: planLifeSeconds,
    onConnect: (client) => client.query(statements.join('; ')),
  });
}

/** For a table of three rows the best plan is another one than for the thousands that come after. */
const planLifeSeconds = 60;

function openPool(options: PostgresOptions, more: pg.PoolConfig = {}): PostgresPool {
  const pool = new pg.Pool({
    ...more,
    ...readAddress(options),
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + silenceMs,
    // Behind a pulled cable the server would keep the locks of a transaction for hours.
    idle_in_transaction_session_timeout: options.statementTimeoutMs + silenceMs,
    keepAlive: true,
    application_name: 'kisima',
    types: { getTypeParser: numbersAsNumbers },
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end us.
  pool.on('error', ignore);
  // So is one that breaks between two statements of a transaction, whose next statement then fails.
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

type LentClient = PostgresPoolClient & {
  /** Runs several statements that take no values and give nothing. */
  run: (texts: string) => Promise<unknown>;
  /** What a query gives that gives a single `bytea`. */
  readValue: (text: string, values: readonly unknown[]) => Promise<Buffer | null>;
};

/**
 * A connection that goes back to the pool only where it still answers: one that has fallen silent
 * holds a statement that nobody waits for any more, and would let the next one wait behind it. What
 * is left of its transaction fails at once.
 */
function lend(client: pg.PoolClient, nameOf: (text: string) => string | undefined): LentClient {
  let silence: Error | undefined;
  const noticeSilence = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (silence) throw silence;
    try {
      return await answer();
    } catch (error) {
      if (isSilence(error)) silence = error;
      throw error;
    }
  };
  const toQuery = (text: string, values: readonly unknown[]) => {
    const name = nameOf(text);
    return { text, values: [...values], ...(name && { name }) };
  };
  const query = (text: string, values: readonly unknown[]) =>
    noticeSilence(() => client.query(toQuery(text, values)));
  return {
    // The type has cursors too, which nobody asks for.
    query: query as never,
    run: (texts) => noticeSilence(() => client.query(texts)),
    readValue: async (text, values) => {
      const { rows } = await noticeSilence(() =>
        client.query<[Buffer | null]>({ ...toQuery(text, values), rowMode: 'array' }),
      );
      return rows[0]?.[0] ?? null;
    },
    release: (isBroken) => client.release(silence ?? isBroken),
  };
}

/** One connection that is kept, for what PostgreSQL ties to it. */
export type PostgresSession = {
  /** Runs a statement that answers one truth, named `yes`. A failure ends the session. */
  ask: (statement: string, values?: unknown[]) => Promise<boolean>;
  /** Aborted once the connection has gone, whoever ended it. */
  ended: AbortSignal;
  close: () => Promise<void>;
};

/** A question that is answered at once or not at all. */
const askWithinMs = 5000;

/**
 * Opens a connection beside the pool. PostgreSQL is told to notice within a minute when this machine
 * has gone without a word, and never to end the connection for being idle.
 */
export async function openPostgresSession(options: PostgresOptions): Promise<PostgresSession> {
  const client = new pg.Client({
    ...readAddress(options),
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: askWithinMs,
    keepAlive: true,
    application_name: 'kisima leadership',
  });
  const ended = new AbortController();
  client.on('error', () => ended.abort());
  client.on('end', () => ended.abort());

  const end = async () => {
    ended.abort();
    await withDeadline('closing a connection', askWithinMs, client.end()).catch(() => {});
  };
  const run = async (statement: string, values: unknown[] = []): Promise<{ yes: boolean }[]> => {
    try {
      const asked = client.query<{ yes: boolean }>(statement, values);
      return (await withDeadline('asking PostgreSQL', askWithinMs, asked)).rows;
    } catch (error) {
      await end();
      throw error;
    }
  };

  await client.connect();
  await run(
    `select set_config('tcp_keepalives_idle', '30', false),
      set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false),
      set_config('idle_session_timeout', '0', false)`,
  );
  return {
    ask: async (statement, values) => (await run(statement, values))[0]?.yes === true,
    ended: ended.signal,
    close: end,
  };
}

/** One connection of its own, for whoever needs more of it than queries. */
export type PostgresClient = pg.Client;

export type PostgresConnection = pg.Connection;

/** Connects once, outside of any pool; types as in `openPostgres`. */
export async function connectPostgres(options: PostgresClientOptions): Promise<PostgresClient> {
  const client = new pg.Client({
    ...readAddress(options),
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

/** Longest wait for an answer on the connection that only listens, in milliseconds. */
const listenTimeoutMs = 2000;

/**
 * Carries notices by LISTEN on a connection of its own and NOTIFY through the pool, so that telling
 * works also while listening does not. Whoever puts a pooler in between needs one that keeps sessions.
 */
export function createNoticeWire(options: PostgresOptions, db: Db): NoticeWire {
  return {
    connect: async (heard, ended) => {
      const client = new pg.Client({
        ...readAddress(options),
        connectionTimeoutMillis: options.connectTimeoutMs,
        query_timeout: listenTimeoutMs,
        keepAlive: true,
        // Listening alone keeps no process from exiting.
        stream: () => new Socket().unref(),
        application_name: 'kisima notices',
      });
      client.on('error', ignore);
      client.on('notification', ({ payload = '' }) => heard(payload));
      try {
        await client.connect();
        client.once('end', ended);
        await client.query('listen kisima_notices');
      } catch (error) {
        void client.end().catch(ignore);
        throw error;
      }
      return {
        check: async () => void (await client.query('select 1')),
        close: async () => {
          client.off('end', ended);
          await client.end();
        },
      };
    },
    send: async (frames) => {
      await sql`select pg_notify('kisima_notices', frame)
        from unnest(${frames}::text[]) with ordinality as frames (frame, place)
        order by place`.execute(db);
    },
  };
}

const ignore = () => {};

// Our integers are instants, ids and counts, all below 2^53.
const numbersAsNumbers: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format as 'text');
