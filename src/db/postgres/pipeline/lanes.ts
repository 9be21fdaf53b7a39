import type { Partition, Partitions } from '../../pipeline.ts';
import type { PostgresPool } from '../postgres.ts';
import { runOnPool } from './run-pipelined.ts';

/** The partitions of one PostgreSQL: batches that are written at once, over as many connections. */
export function openLanes(
  pool: PostgresPool,
  count: number,
): { partitions: Partitions; close: () => Promise<void> } {
  const run = runOnPool(pool);
  const first: Partition = { run };
  const lanes = [first, ...Array.from({ length: count - 1 }, (): Partition => ({ run }))];
  return {
    partitions: { count, of: (deviceId) => lanes[deviceId % count] ?? first },
    close: () => pool.end(),
  };
}
