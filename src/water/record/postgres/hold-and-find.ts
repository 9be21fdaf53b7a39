import type { PostgresTransaction } from '../../../db/postgres/transactions.ts';
import { devicesOf } from '../batch.ts';
import type { Batch } from '../batch-parts.ts';
import type { DeviceStatus, SensorKey, SensorState } from '../batch-statements.ts';
import type { Rollup } from '../rollups/rollup.ts';
import { sensorRows } from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

/** What a batch reads first. */
export type Found = {
  devices: DeviceStatus[];
  sensors: SensorState[];
  /** Of each sensor the rollup of the hour of its latest reading. */
  newestRollups: Rollup[];
};

/**
 * Holds the devices of a batch until it ends, in the order of their ids, so that no two batches wait
 * for each other, and finds what there is of them. The other two statements see what was committed
 * while the first one waited, since they begin after it.
 */
export async function holdAndFind(
  { query }: PostgresTransaction,
  statements: Statements,
  batch: Batch,
): Promise<Found> {
  const wanted = sensorRows.values(sensorKeysOf(batch));
  const [devices, sensors, newestRollups] = await Promise.all([
    query<DeviceStatus>(statements.holdDevices, [devicesOf(batch)]),
    query<SensorState>(statements.findSensors, wanted),
    query<Rollup>(statements.findNewestRollups, wanted),
  ]);
  return { devices, sensors, newestRollups };
}

/** The sensors of a batch, each once. */
function sensorKeysOf({ readings }: Batch): SensorKey[] {
  const keys = new Map<string, SensorKey>();
  for (const { deviceId, sensorName: name } of readings) {
    keys.set(`${deviceId}/${name}`, { deviceId, name });
  }
  return [...keys.values()];
}
