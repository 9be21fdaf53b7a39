import type { Asked, Pipeline, RunPipelined } from './pipeline.ts';
import type { PostgresPool } from './postgres.ts';
import { PostgresTrip } from './postgres-trip.ts';

const plain = (text: string): Asked => ({ statement: { name: text, text }, values: [] });
const begin = plain('begin');
const commit = plain('commit');
const rollback = plain('rollback');

/**
 * Runs transactions on the connections of a pool, each beginning together with its first statements
 * and ending together with its last ones. What goes one way there and back is a transaction without
 * being told: it ends with the Sync. A connection whose state a failure has left in doubt is replaced.
 *
 * See https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING.
 * @param isSpread whether Citus has the tables: it would commit each statement of such a transaction by
 * itself, so it is told of all.
 */
export function runOnPool(pool: PostgresPool, isSpread: boolean): RunPipelined {
  return async (work) => {
    const client = await pool.connect();
    let last: PostgresTrip | undefined;
    let hasBegun = false;
    let isFinished = false;
    const send = async (asked: Asked[]): Promise<unknown[][]> => {
      last = new PostgresTrip(asked);
      client.query(last);
      return await last.done;
    };
    const start = () => {
      const before = hasBegun ? [] : [begin];
      hasBegun = true;
      return before;
    };
    const pipeline: Pipeline = {
      ask: async (...asked) => {
        const before = start();
        return (await send([...before, ...asked])).slice(before.length);
      },
      finish: async (...asked) => {
        isFinished = true;
        if (!hasBegun && !isSpread) return await send(asked);
        const before = start();
        return (await send([...before, ...asked, commit])).slice(before.length, -1);
      },
    };
    /** Whether the connection can be used on, with nothing left of a transaction that failed. */
    const isClean = async (): Promise<boolean> => {
      if (!last) return true;
      if (!last.leftGood) return false;
      if (!hasBegun) return true;
      return await send([rollback]).then(
        () => true,
        () => false,
      );
    };
    try {
      const result = await work(pipeline);
      if (hasBegun && !isFinished) await send([commit]);
      client.release();
      return result;
    } catch (error) {
      client.release(!(await isClean()));
      throw error;
    }
  };
}
