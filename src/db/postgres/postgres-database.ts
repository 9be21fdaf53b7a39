import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Db } from '../db.ts';
import type { RowLists } from '../renderer.ts';
import { isSilence } from '../storage-away.ts';
import type { Tables } from '../tables/tables.ts';
import { packQuery, unpackLists } from './packed-query.ts';
import {
  breakConnection,
  clientThatConnectsWithin,
  openPool,
  type PooledClient,
  type PostgresOptions,
  type PostgresPool,
} from './postgres.ts';
import { createStatementNames } from './statement-names.ts';

/** A pool of connections, for the query builder and for rows as lists. */
export type PostgresDatabase = {
  db: Db;
  /**
   * Opens the same pool for transactions whose statements each look up their rows by key.
   * @param isSpread set if Citus has the rows: it names the shard in the plan, so it needs the key when the
   * plan is made.
   */
  openKeyed: (isSpread: boolean) => Db;
  /** Rows of a query that selects numbers or nulls, each column by its name. */
  readLists: (query: CompiledQuery) => Promise<RowLists>;
  /** Rows of a query that selects bytes, too. */
  readBytes: (query: CompiledQuery) => Promise<RowLists>;
  /** Breaks connections that have waited for an answer for so many milliseconds. */
  dropWaiting: (ms: number) => void;
};

/**
 * A pool of PostgreSQL connections behind Kysely.
 * @param answerWithinMs longest wait for the server to let us in, where it is to be shorter than that
 * for a connection that is in use.
 */
export function openPostgres(
  options: PostgresOptions,
  answerWithinMs = options.connectTimeoutMs,
): PostgresDatabase {
  const pool = openPool(options, { Client: clientThatConnectsWithin(answerWithinMs) });
  const lendFrom = (connect: () => Promise<LentClient>) => ({
    options: pool.options,
    connect,
    end: () => pool.end(),
  });
  const nameOf = createStatementNames();
  // Names of their own, since a plan belongs to a name and these statements are planned differently.
  const nameOfKeyed = createStatementNames('keyed');
  const waiting: Waiting = new Map();
  const lendAny = async () => lend(await pool.connect(), nameOf, waiting);
  const lendKeyed = async (isSpread: boolean) =>
    beginKeyed(lend(await pool.connect(), nameOfKeyed, waiting), isSpread);
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lendFrom(lendAny) }) }),
    openKeyed: (isSpread) => {
      const keyed = lendFrom(() => lendKeyed(isSpread));
      return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: keyed }) });
    },
    readLists: async (query) => {
      const { text, columns } = packQuery(query);
      const client = await lendAny();
      try {
        return unpackLists(await client.readValue(text, query.parameters), columns);
      } finally {
        client.release();
      }
    },
    readBytes: async ({ sql, parameters }) => {
      const client = await lendAny();
      try {
        return await client.readArrays(sql, parameters);
      } finally {
        client.release();
      }
    },
    dropWaiting: (ms) => {
      const until = performance.now() - ms;
      for (const [client, since] of waiting) if (since < until) breakConnection(client);
    },
  };
}

/** Connections that wait for an answer, and the instant since when. */
type Waiting = Map<PooledClient, number>;

/**
 * For a statement that looks up its rows by key, reading a whole table is wrong, whatever PostgreSQL
 * believes of its size; and a plan is made once, not for each batch.
 */
const keyedSettings = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

const beginWith = (settings: Record<string, string>): string =>
  [
    'begin',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
  ].join('; ');
const beginPlain = beginWith(keyedSettings);
const beginSpread = beginWith({ ...keyedSettings, plan_cache_mode: 'force_custom_plan' });

/** A connection whose transactions begin with those settings, in the same round trip. */
function beginKeyed(client: LentClient, isSpread: boolean): LentClient {
  const begin = isSpread ? beginSpread : beginPlain;
  const query = (text: string, values: readonly unknown[]) =>
    text === 'begin' ? client.run(begin) : client.query(text, values);
  return { ...client, query: query as never };
}

/**
 * Opens connections beside that pool for the statements of a batch of readings: they are known beforehand,
 * and each looks up its rows by key.
 */
export function openKeyedPool(options: PostgresOptions): PostgresPool {
  const settings = { ...keyedSettings, cpu_tuple_cost: '100' };
  // Less than a statement, so that a wait for a lock fails otherwise than a slow statement.
  const lockTimeoutMs = Math.min(batchLockMs, Math.ceil(options.statementTimeoutMs / 2));
  return openPool({ ...options, lockTimeoutMs }, { maxLifetimeSeconds: planLifeSeconds, settings });
}

/**
 * Longest wait of a batch for a row that another transaction holds: all devices of the batch wait with the
 * one that has it. Batches of several processes hold theirs for some milliseconds.
 */
const batchLockMs = 2000;

/** The best plan for a table of three rows is wrong for the thousands that come after. */
const planLifeSeconds = 60;

type LentClient = PostgresPoolClient & {
  /** Runs several statements without values or rows. */
  run: (texts: string) => Promise<unknown>;
  /** Runs a query that gives a single `bytea`. */
  readValue: (text: string, values: readonly unknown[]) => Promise<Buffer | null>;
  readArrays: (text: string, values: readonly unknown[]) => Promise<RowLists>;
};

/**
 * A connection that returns to the pool only if it still answers: one that has fallen silent holds a
 * statement that nobody waits for any more, and would let the next one wait behind it. The rest of its
 * transaction fails at once.
 */
function lend(
  client: PooledClient,
  nameOf: (text: string) => string | undefined,
  waiting: Waiting,
): LentClient {
  let silence: Error | undefined;
  const noticeSilence = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (silence) throw silence;
    waiting.set(client, performance.now());
    try {
      return await answer();
    } catch (error) {
      if (isSilence(error)) silence = error;
      throw error;
    } finally {
      waiting.delete(client);
    }
  };
  const toQuery = (text: string, values: readonly unknown[]) => {
    const name = nameOf(text);
    return { text, values: [...values], ...(name && { name }) };
  };
  const query = (text: string, values: readonly unknown[]) =>
    noticeSilence(() => client.query(toQuery(text, values)));
  return {
    // The type has cursors too, which are not used.
    query: query as never,
    run: (texts) => noticeSilence(() => client.query(texts)),
    readValue: async (text, values) => {
      const { rows } = await noticeSilence(() =>
        client.query<[Buffer | null]>({ ...toQuery(text, values), rowMode: 'array' }),
      );
      return rows[0]?.[0] ?? null;
    },
    readArrays: async (text, values) => {
      const { rows, fields } = await noticeSilence(() =>
        client.query<RowLists['rows'][number]>({ ...toQuery(text, values), rowMode: 'array' }),
      );
      return { rows, columns: fields.map(({ name }) => name) };
    },
    release: (isBroken) => client.release(silence ?? isBroken),
  };
}
