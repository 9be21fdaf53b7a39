import type { Pipeline } from '../../../db/pipeline.ts';
import type { SensorKey, SensorState } from '../batch-statements.ts';
import type { Rollup } from '../rollups/rollup.ts';
import type { RememberedDevices, VersionedStatus } from './device-memory.ts';
import { sensorRows } from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

/**
 * Holds the devices of a batch until it ends and finds what there is of them. Each statement sees what
 * was committed while the first one waited for the devices, since it begins after it.
 */
export async function holdAndFind(
  pipeline: Pipeline,
  statements: Statements,
  ids: number[],
  keys: SensorKey[],
): Promise<RememberedDevices> {
  const wanted = sensorRows.values(keys);
  const [devices, sensors, rollups] = await pipeline.ask(
    { statement: statements.holdDevices, values: [{ type: 'bigint', elements: ids }] },
    { statement: statements.findSensors, values: wanted },
    { statement: statements.findNewestRollups, values: wanted },
  );
  const known: RememberedDevices = new Map(
    (devices as VersionedStatus[]).map((status) => [
      status.device_id,
      { status, sensors: new Map(), newestRollups: new Map() },
    ]),
  );
  for (const sensor of sensors as SensorState[]) {
    known.get(sensor.device_id)?.sensors.set(sensor.name, sensor);
  }
  for (const rollup of rollups as Rollup[]) {
    known.get(rollup.device_id)?.newestRollups.set(rollup.sensor_no, rollup);
  }
  return known;
}
