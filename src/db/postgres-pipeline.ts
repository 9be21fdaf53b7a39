import type { Asked, Pipeline, RunPipelined } from './pipeline.ts';
import type { PostgresPool } from './postgres.ts';
import { PostgresTrip } from './postgres-trip.ts';

const begin: Asked = { statement: { name: 'begin', text: 'begin' }, values: [] };
const commit: Asked = { statement: { name: 'commit', text: 'commit' }, values: [] };

/**
 * Runs transactions on the connections of a pool, each beginning together with its first statements
 * and ending together with its last ones. A failure costs its connection.
 */
export function runOnPool(pool: PostgresPool): RunPipelined {
  return async (work) => {
    const client = await pool.connect();
    let waiting = [begin];
    const send = async (asked: Asked[]): Promise<unknown[][]> => {
      const before = waiting.length;
      const trip = new PostgresTrip([...waiting, ...asked]);
      waiting = [];
      client.query(trip);
      return (await trip.done).slice(before);
    };
    const pipeline: Pipeline = {
      queue: (statement, values) => void waiting.push({ statement, values }),
      ask: (...asked) => send(asked),
    };
    try {
      const result = await work(pipeline);
      await send([commit]);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}
