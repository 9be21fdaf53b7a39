import type { Asked, Pipeline, RunPipelined } from './pipeline.ts';
import type { PostgresPool } from './postgres.ts';
import { PostgresTrip } from './postgres-trip.ts';

const plain = (text: string): Asked => ({ statement: { name: text, text }, values: [] });
const begin = plain('begin');
const commit = plain('commit');
const rollback = plain('rollback');

/**
 * Runs transactions on the connections of a pool, each beginning together with its first statements
 * and ending together with its last ones. A connection whose state a failure has left in doubt is
 * replaced.
 */
export function runOnPool(pool: PostgresPool): RunPipelined {
  return async (work) => {
    const client = await pool.connect();
    let last: PostgresTrip | undefined;
    let isFinished = false;
    const send = async (asked: Asked[]): Promise<unknown[][]> => {
      last = new PostgresTrip(asked);
      client.query(last);
      return await last.done;
    };
    const start = () => (last ? [] : [begin]);
    const pipeline: Pipeline = {
      ask: async (...asked) => {
        const before = start();
        return (await send([...before, ...asked])).slice(before.length);
      },
      finish: async (...asked) => {
        const before = start();
        isFinished = true;
        return (await send([...before, ...asked, commit])).slice(before.length, -1);
      },
    };
    try {
      const result = await work(pipeline);
      if (!isFinished && last) await send([commit]);
      client.release();
      return result;
    } catch (error) {
      const isGood =
        !last ||
        (last.leftGood &&
          (await send([rollback]).then(
            () => true,
            () => false,
          )));
      client.release(!isGood);
      throw error;
    }
  };
}
