import type { PostgresPool } from './postgres.ts';

/** A statement that is prepared once on each connection, under a name that no other one has. */
export type PreparedStatement = { name: string; text: string };

/** An array of PostgreSQL. */
export type ArrayValue = readonly (number | null)[] | readonly (string | null)[];
export type Value = number | ArrayValue;

/** Statements run in the order in which they are given, none before the one before it has ended. */
export type PostgresTransaction = {
  query: <R>(statement: PreparedStatement, values: Value[]) => Promise<R[]>;
  /** As `query`, without waiting: where it fails, so does whatever comes after it, up to the commit. */
  send: (statement: PreparedStatement, values: Value[]) => void;
  commit: () => Promise<void>;
};

/** Runs a piece of work in a transaction; nothing of it is stored where it throws or does not commit. */
export type RunTransaction = <T>(work: (trx: PostgresTransaction) => Promise<T>) => Promise<T>;

/** How many transactions may run at once, over which devices are spread by their ids. */
export type Partitions = { count: number; run: RunTransaction };

/** @param pool of connections that pipeline: a statement is sent while the one before it runs. */
export function createTransactions(pool: PostgresPool): RunTransaction {
  return async (work) => {
    const client = await pool.connect();
    const answers: Promise<{ rows: unknown[] }>[] = [];
    let ended: Promise<unknown> | undefined;
    const ask = (text: string, more: { name?: string; values?: unknown[] } = {}) => {
      const answer = client.query({ text, ...more });
      // Whoever waits is told; what nobody waits for is looked at in the end.
      answer.catch(() => {});
      answers.push(answer);
      return answer;
    };
    /** Ends the transaction in one way or the other, unless it has ended. */
    const end = (word: 'commit' | 'rollback') => {
      ended ??= ask(word);
      return ended;
    };
    const send = ({ name, text }: PreparedStatement, values: Value[]) =>
      ask(text, { name, values: values.map(toParameter) });
    try {
      void ask('begin');
      const result = await work({
        query: async <R>(...asked: Parameters<typeof send>) => (await send(...asked)).rows as R[],
        send,
        commit: async () => {
          void end('commit');
          await Promise.all(answers);
        },
      });
      await end('rollback');
      client.release();
      return result;
    } catch (error) {
      const isClean = await end('rollback').then(
        () => true,
        () => false,
      );
      client.release(!isClean);
      throw (await firstFailure(answers)) ?? error;
    }
  };
}

/** What failed first is the reason; what comes after it is only told that the transaction has failed. */
async function firstFailure(answers: Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(answers);
  return settled.find((answer) => answer.status === 'rejected')?.reason;
}

/**
 * Numbers are written here, since the driver would quote each. What is no number becomes null, as in
 * SQLite: PostgreSQL would store NaN.
 */
function toParameter(value: Value): unknown {
  if (!isNumbers(value)) return value;
  return `{${value.map((each) => (Number.isFinite(each) ? each : 'NULL')).join()}}`;
}

function isNumbers(value: Value): value is readonly (number | null)[] {
  return Array.isArray(value) && !value.some((each) => typeof each === 'string');
}
