import type { Partitions } from '../../../db/pipeline.ts';
import { runBatchAsync } from '../batch-statements.ts';
import { type LedgerSpan, recomputeSpan } from '../rollups/recompute-span.ts';
import { holdAndFind } from './hold-and-find.ts';
import { statementsOf } from './postgres-sql.ts';
import { createBatchStatements } from './postgres-statements.ts';

/**
 * Makes the ledger of a span anew while it holds the device. The status row is written again, which
 * tells recorders that what they remember of the device is outdated.
 * @returns how many hours these are.
 */
export async function recomputeOnPostgres(
  partitions: Partitions,
  span: LedgerSpan,
): Promise<number> {
  const { deviceId, sensorName: name } = span;
  const partition = partitions.of(deviceId);
  const prepared = statementsOf(partition);
  return await partition.run(async (pipeline) => {
    const devices = await holdAndFind(pipeline, prepared, [deviceId], [{ deviceId, name }]);
    const known = { devices, basis: 'looked-up' } as const;
    const batch = createBatchStatements(pipeline, prepared, known);
    const hours = await runBatchAsync(recomputeSpan(span), batch);
    await batch.saveDeviceStatus([...devices.values()].map(({ status }) => status));
    await batch.commit();
    return hours;
  });
}
