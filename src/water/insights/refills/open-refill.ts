import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { estimateHiddenDraw, type HiddenDraw, learningMs } from '../../ledger/hidden-draw.ts';
import { findLedgerHours, findRefills } from '../../ledger/ledger-queries.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import { toRefill } from '../../ledger/refill-watch.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';
import { findNewestTracker } from './queries.ts';

type Asked = { deviceId: number; sensorNo: number; signal: AbortSignal };

/**
 * The refill that runs now, as far as it has come, with what was drawn so far: it is in no table until
 * it has ended. It runs until a reading says otherwise, however long none has come.
 */
export async function readOpenRefill(
  db: Database,
  { deviceId, sensorNo, signal }: Asked,
): Promise<{ refill: RefillRow; hidden: HiddenDraw[] } | undefined> {
  const sensor = { deviceId, sensorNo };
  const text = await db.lateRead((late) => findNewestTracker(late, sensor), signal);
  const watch = text ? unpackTracker(text).watch : undefined;
  if (!watch?.isFilling) return undefined;
  const { begunAt, endedAt, levelBefore, levelAfter, risenLevel, risenVolume } = toRefill(
    watch,
    watch.hidden,
  );
  const refill = {
    ...{ device_id: deviceId, sensor_no: sensorNo, hour: hourOf(endedAt) },
    ...{ begun_at: begunAt, ended_at: endedAt },
    ...{ level_before: levelBefore, level_after: levelAfter },
    ...{ risen_level: risenLevel, risen_volume: risenVolume },
  };
  const learning = { ...sensor, from: begunAt - learningMs, end: endedAt + 1, signal };
  const [hours, refills] = await Promise.all([
    findLedgerHours(db, learning),
    findRefills(db, learning),
  ]);
  return { refill, hidden: estimateHiddenDraw(refill, hours, [...refills, refill]) };
}
