import type { Asked, RunPipelined } from '../../pipeline.ts';
import type { PostgresPool } from '../postgres.ts';
import { RoundTrip } from './round-trip.ts';

const plain = (text: string): Asked => ({ statement: { name: text, text }, values: [] });

/**
 * Runs transactions on the connections of a pool, each beginning in one trip with its first statements. A
 * connection whose state is in doubt after a failure is replaced.
 * @param first statements with which each transaction begins.
 *
 * See https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING.
 */
export function runOnPool(pool: PostgresPool, first: Asked[] = []): RunPipelined {
  const opening = [plain('begin'), ...first];
  return async (work) => {
    const client = await pool.connect();
    let isOpen = false;
    let isBroken = false;
    const send = async (...asked: Asked[]): Promise<unknown[][]> => {
      const trip = new RoundTrip(asked);
      client.query(trip);
      try {
        return await trip.done;
      } catch (error) {
        isBroken = !trip.leftGood;
        throw error;
      }
    };
    try {
      return await work({
        ask: async (...asked) => {
          const before = isOpen ? [] : opening;
          isOpen = true;
          return (await send(...before, ...asked)).slice(before.length);
        },
        commit: async (...last) => {
          const before = isOpen ? [] : opening;
          isOpen = true;
          const results = await send(...before, ...last, plain('commit'));
          isOpen = false;
          return results.slice(before.length, -1);
        },
      });
    } finally {
      // Without a commit nothing is kept; a connection that cannot even roll back is given up.
      if (isOpen && !isBroken) await send(plain('rollback')).catch(() => {});
      client.release(isBroken);
    }
  };
}
