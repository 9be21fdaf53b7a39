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

/** A pool of connections: as the query builder takes it, and for rows as lists. */
export type PostgresDatabase = {
  db: Db;
  /**
   * The same pool, for transactions whose statements each look up their rows by key.
   * @param isSpread whether Citus has the rows: it names the shard in the plan, so it needs to know the
   * key when the plan is made.
   */
  openKeyed: (isSpread: boolean) => Db;
  /** The rows of a query that selects numbers or nulls, each column by its name. */
  readLists: (query: CompiledQuery) => Promise<RowLists>;
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
  // Names of their own, since a plan belongs to a name and these are to be planned otherwise.
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
    dropWaiting: (ms) => {
      const until = performance.now() - ms;
      for (const [client, since] of waiting) if (since < until) breakConnection(client);
    },
  };
}

/** Connections that wait for an answer, and since when. */
type Waiting = Map<PooledClient, number>;

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

const beginWith = (settings: Record<string, string>): string =>
  [
    'begin',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
  ].join('; ');
const beginPlain = beginWith(keyedSettings);
const beginSpread = beginWith({ ...keyedSettings, plan_cache_mode: 'force_custom_plan' });

/** A connection whose transactions begin with those settings, in the same way there and back. */
function beginKeyed(client: LentClient, isSpread: boolean): LentClient {
  const begin = isSpread ? beginSpread : beginPlain;
  const query = (text: string, values: readonly unknown[]) =>
    text === 'begin' ? client.run(begin) : client.query(text, values);
  return { ...client, query: query as never };
}

/**
 * Connections beside that pool for statements that are known beforehand and each look up their rows by
 * key: those of a batch of readings.
 */
export function openKeyedPool(options: PostgresOptions): PostgresPool {
  const settings = { ...keyedSettings, cpu_tuple_cost: '100' };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  // Less than a statement, so that the wait for a lock is told from what is slow.
  const lockTimeoutMs = Math.min(batchLockMs, Math.ceil(options.statementTimeoutMs / 2));
  return openPool(
    { ...options, lockTimeoutMs },
    {
      maxLifetimeSeconds: planLifeSeconds,
      onConnect: (client) => client.query(statements.join('; ')),
    },
  );
}

/**
 * Longest wait of a batch for a row that somebody else's transaction holds: all devices of the batch wait
 * with the one that has it. Batches of several processes hold theirs for some milliseconds.
 */
const batchLockMs = 2000;

/** For a table of three rows the best plan is another one than for the thousands that come after. */
const planLifeSeconds = 60;

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
