import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Partition } from '../../db/pipeline.ts';
import { createBatcher, createKeyedBatchers } from '../../kit/async/batcher.ts';

/** A sensor with a configuration. */
type Configured = { device_id: number; sensor_name: string };

/** The first configured sensor of a device, undefined where it has none. */
export type FindFirstSensor = (deviceId: number) => Promise<string | undefined>;

/**
 * Look-ups of one moment share a query. In a cluster each shard is asked on its own, so that a server
 * that does not answer keeps nobody else waiting.
 */
export function createFirstSensors({
  read,
  partitions,
}: Pick<Database, 'read' | 'partitions'>): FindFirstSensor {
  const batchers = createKeyedBatchers((partition: Partition | undefined) =>
    createBatcher(async (ids: number[]) => {
      const rows = partition ? await askShard(partition, ids) : await askAll(read, ids);
      // Newest first, so that the map keeps the oldest of each device.
      const names = new Map(rows.map(({ device_id, sensor_name }) => [device_id, sensor_name]));
      return ids.map((id) => names.get(id));
    }),
  );
  const shardOf = (deviceId: number): Partition | undefined => {
    const partition = partitions?.of(deviceId);
    return partition?.shard && partition;
  };
  return (deviceId) => batchers.add(shardOf(deviceId), deviceId);
}

async function askAll(db: Db, ids: number[]): Promise<Configured[]> {
  return await db
    .selectFrom('sensor_configs')
    .select(['device_id', 'sensor_name'])
    .where('device_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
}

async function askShard({ run, shard }: Partition, ids: number[]): Promise<Configured[]> {
  const statement = {
    name: `first_sensors_${shard?.id}`,
    text: `select device_id, sensor_name from ${shard?.tables.sensor_configs}
      where device_id = any($1::bigint[]) order by id desc`,
  };
  const of = [{ type: 'bigint', elements: ids } as const];
  const [rows] = await run((pipeline) => pipeline.commit({ statement, values: of }));
  return rows as Configured[];
}
