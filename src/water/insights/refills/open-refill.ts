import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import {
  type EstimatedRefill,
  estimateOpenRefill,
  findNewestTracker,
} from '../../ledger/ledger-queries.ts';
import { toRefillRow } from '../../ledger/refill-row.ts';
import { toRefill } from '../../ledger/refill-watch.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';

type Asked = { deviceId: number; sensorNo: number; signal: AbortSignal };

/**
 * The refill that runs now, as far as it has come, with what was drawn so far: it is in no table until
 * it has ended. It runs until a reading says otherwise, however long none has come.
 */
export async function readOpenRefill(
  db: Database,
  { deviceId, sensorNo, signal }: Asked,
): Promise<EstimatedRefill | undefined> {
  const text = await findNewestTracker(db, { deviceId, sensorNo, signal });
  const watch = text ? unpackTracker(text).watch : undefined;
  if (!watch?.isFilling) return undefined;
  const refill = toRefill(watch, watch.hidden);
  const key = { device_id: deviceId, sensor_no: sensorNo, hour: hourOf(refill.endedAt) };
  return await estimateOpenRefill(db, toRefillRow(key, refill), signal);
}
