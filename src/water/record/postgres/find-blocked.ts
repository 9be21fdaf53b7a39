import type { Asked, Partition, PreparedStatement } from '../../../db/pipeline.ts';
import { plainTables } from '../../../db/postgres/batch-tables.ts';

/**
 * Ends a wait for what somebody else holds nearly at once, for the rest of the transaction. Two batches
 * that meet are through sooner.
 */
export const hasten: Asked = {
  statement: { name: 'hasten', text: `set local lock_timeout = '50ms'` },
  values: [],
};

/**
 * Finds which devices somebody else's transaction blocks, or a sensor of them, without waiting for it.
 * Rows of other tables are not looked at: they are many, and all that changes them holds the device first.
 */
export function createFindBlocked(partition: Partition): (ids: number[]) => Promise<number[]> {
  const statement = prepareFindBlocked(partition);
  return async (ids) =>
    await partition.run(async (pipeline) => {
      const values = [{ type: 'bigint' as const, elements: ids }];
      const [, rows] = await pipeline.ask(hasten, { statement, values });
      return (rows as { device_id: number }[]).map(({ device_id }) => device_id);
    });
}

function prepareFindBlocked({ shard }: Partition): PreparedStatement {
  const { device_status, sensors } = shard?.tables ?? plainTables;
  const text = `
    with wanted as (select unnest($1::bigint[]) as id), devices as (
      select device_id from ${device_status} where device_id in (select id from wanted)
      for update skip locked
    ), theirs as (
      select device_id, sensor_no from ${sensors} where device_id in (select id from wanted)
      for update skip locked
    )
    select d.device_id from ${device_status} as d where d.device_id in (select id from wanted)
      and not exists (select from devices where device_id = d.device_id)
    union
    select s.device_id from ${sensors} as s where s.device_id in (select id from wanted)
      and not exists (
        select from theirs where device_id = s.device_id and sensor_no = s.sensor_no
      )`;
  return { name: shard ? `find_blocked_${shard.id}` : 'find_blocked', text };
}
