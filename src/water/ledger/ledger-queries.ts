import type { Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { HourlyRollupsTable } from '../../db/tables/tank-tables.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { estimateHiddenDraw, type HiddenDraw, type LedgerHour, learningMs } from './hidden-draw.ts';
import type { RefillRow } from './refill-row.ts';

/** `signal` is aborted where nobody waits any more. */
export type SensorQuery = { deviceId: number; sensorNo: number; signal?: AbortSignal };
/** A sensor in a stretch of time: epoch milliseconds of `[from, end)`. */
export type SpanQuery = SensorQuery & { from: number; end: number };

type HourRow = Selectable<HourlyRollupsTable>;

/** The refills that overlap a stretch of time, oldest first. */
export async function findRefills(db: Database, asked: SpanQuery): Promise<RefillRow[]> {
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

/** Some columns of the hours of a sensor that touch a stretch of time, oldest first. */
export async function findHours<Column extends keyof HourRow>(
  db: Database,
  { deviceId, sensorNo, from, end, signal }: SpanQuery,
  columns: readonly Column[],
): Promise<Pick<HourRow, Column>[]> {
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(columns)
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', hourOf(from))
        .where('hour', '<', end)
        .orderBy('hour')
        .$castTo<Pick<HourRow, Column>>()
        .execute(),
    signal,
  );
}

/** The tracker of a sensor as its newest reading left it. */
export async function findNewestTracker(
  db: Database,
  { deviceId, sensorNo, signal }: SensorQuery,
): Promise<string | undefined> {
  const newest = await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select('tracker')
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .orderBy('hour', 'desc')
        .limit(1)
        .executeTakeFirst(),
    signal,
  );
  return newest?.tracker;
}

/** A refill with what was drawn while it ran. */
export type EstimatedRefill = { refill: RefillRow; hidden: HiddenDraw[] };

/** The refills that overlap a stretch of time, each with what it hid. */
export async function readRefills(db: Database, asked: SpanQuery): Promise<EstimatedRefill[]> {
  const own = await findRefills(db, asked);
  const first = own[0];
  if (!first) return [];
  const { hours, refills } = await findLearning(db, {
    ...asked,
    from: first.begun_at - learningMs,
    // A sensor's first week counts as a whole, also what of it lies behind the refill.
    end: asked.end + learningMs,
  });
  return own.map((refill) => ({ refill, hidden: estimateHiddenDraw(refill, hours, refills) }));
}

/** A refill that runs still, and so is in no table yet, with what it has hidden so far. */
export async function estimateOpenRefill(
  db: Database,
  refill: RefillRow,
  signal: AbortSignal,
): Promise<EstimatedRefill> {
  const { hours, refills } = await findLearning(db, {
    deviceId: refill.device_id,
    sensorNo: refill.sensor_no,
    signal,
    from: refill.begun_at - learningMs,
    end: refill.ended_at + 1,
  });
  return { refill, hidden: estimateHiddenDraw(refill, hours, [...refills, refill]) };
}

/** What hidden draws are estimated from. */
async function findLearning(
  db: Database,
  asked: SpanQuery,
): Promise<{ hours: LedgerHour[]; refills: RefillRow[] }> {
  const [hours, refills] = await Promise.all([
    findHours(db, asked, ['hour', 'consumed_level', 'gap_level']),
    findRefills(db, asked),
  ]);
  return { hours, refills };
}
