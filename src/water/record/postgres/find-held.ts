import type { Partition } from '../../../db/postgres/pipeline/pipeline.ts';
import { hasten, statementsOf } from './postgres-sql.ts';

/**
 * Looks which devices somebody else's transaction holds, or a sensor of them, without waiting for it.
 * Rows of other tables are not looked at: they are many, and whoever changes them holds the device first.
 */
export function createFindHeld(partition: Partition): (ids: number[]) => Promise<number[]> {
  const { findHeld } = statementsOf(partition);
  return async (ids) =>
    await partition.run(async (pipeline) => {
      const [, rows] = await pipeline.ask(hasten, {
        statement: findHeld,
        values: [{ type: 'bigint', elements: ids }],
      });
      return (rows as { device_id: number }[]).map(({ device_id }) => device_id);
    });
}
