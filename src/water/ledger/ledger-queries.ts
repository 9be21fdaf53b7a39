import type { Database } from '../../db/database.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { estimateHiddenDraw, type HiddenDraw, type LedgerHour, learningMs } from './hidden-draw.ts';
import type { RefillRow } from './refill-row.ts';

type Sensor = { deviceId: number; sensorNo: number };
/** Epoch milliseconds of `[from, end)`. */
type Span = { from: number; end: number };
/** `signal` is aborted where nobody waits any more. */
type Asked = Sensor & Span & { signal?: AbortSignal };

/** The refills that overlap a stretch of time, oldest first. */
export async function findRefills(db: Database, asked: Asked): Promise<RefillRow[]> {
  const { deviceId, sensorNo, from, end, signal } = asked;
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('refills')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        // A refill belongs to the hour in which it was known to have ended, or one after it.
        .where('hour', '>=', hourOf(from))
        .where('begun_at', '<', end)
        .orderBy('hour')
        .orderBy('begun_at')
        .execute(),
    signal,
  );
}

/** The hours of a sensor that other hours are estimated from, oldest first. */
export async function findLedgerHours(db: Database, asked: Asked): Promise<LedgerHour[]> {
  const { deviceId, sensorNo, from, end, signal } = asked;
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(['hour', 'consumed_level', 'gap_level'])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', hourOf(from))
        .where('hour', '<', end)
        .orderBy('hour')
        .execute(),
    signal,
  );
}

/** A refill with what was drawn while it ran. */
export type EstimatedRefill = { refill: RefillRow; hidden: HiddenDraw[] };

/** The refills that overlap a stretch of time, each with what it hid. */
export async function readRefills(db: Database, asked: Asked): Promise<EstimatedRefill[]> {
  const own = await findRefills(db, asked);
  const first = own[0];
  if (!first) return [];
  // A sensor's first week counts as a whole, also what of it lies behind the refill.
  const learning = { ...asked, from: first.begun_at - learningMs, end: asked.end + learningMs };
  const [hours, refills] = await Promise.all([
    findLedgerHours(db, learning),
    findRefills(db, learning),
  ]);
  return own.map((refill) => ({ refill, hidden: estimateHiddenDraw(refill, hours, refills) }));
}
