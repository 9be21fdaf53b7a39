import type { Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { HourlyRollupsTable } from '../../db/tables/tank-tables.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { type BlindUse, createBlindUse } from './blind-use.ts';
import type { NamedStretch } from './corrected-stretch.ts';
import {
  createHiddenDraws,
  estimateHiddenDraw,
  type HiddenDraw,
  type LedgerHour,
  learningMs,
} from './hidden-draw.ts';
import type { RefillRow } from './refill-row.ts';

/** Query for one sensor; `signal` is aborted when nobody waits for the answer any more. */
export type SensorQuery = { deviceId: number; sensorNo: number; signal?: AbortSignal };
/** Query for one sensor and the epoch milliseconds `[from, end)`. */
export type SpanQuery = SensorQuery & { from: number; end: number };

type HourRow = Selectable<HourlyRollupsTable>;

/** Finds the refills that overlap a span of time, oldest first. */
export async function findRefills(db: Database, asked: SpanQuery): Promise<RefillRow[]> {
  const { deviceId, sensorNo, from, end, signal } = asked;
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('refills')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        // A refill is stored under the hour in which its end was known, or a later one.
        .where('hour', '>=', hourOf(from))
        .where('begun_at', '<', end)
        .orderBy('hour')
        .orderBy('begun_at')
        .execute(),
    signal,
  );
}

/** Finds the stretches that overlap a span of time and in which nothing is booked. */
export async function correctionsBetween(
  db: Db,
  { deviceId, sensorNo, from, end }: Omit<SpanQuery, 'signal'>,
): Promise<NamedStretch[]> {
  return await db
    .selectFrom('corrections')
    .select(['begun_at', 'ended_at', 'kind'])
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('ended_at', '>=', from)
    .where('begun_at', '<', end)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Finds some columns of a sensor's hours that overlap a span of time, oldest first. */
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

/** Finds the packed tracker of a sensor after its newest reading. */
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

export type EstimatedRefill = { refill: RefillRow; hidden: HiddenDraw[] };

/** Reads the refills that overlap a span of time, each with its hidden use. */
export async function readRefills(db: Database, asked: SpanQuery): Promise<EstimatedRefill[]> {
  const own = await findRefills(db, asked);
  const first = own[0];
  if (!first) return [];
  const { hours, refills } = await findLearning(db, {
    ...asked,
    from: first.begun_at - learningMs,
    // All of a sensor's first week counts, including the days after the refill.
    end: asked.end + learningMs,
  });
  const drawsOf = createHiddenDraws(hours, refills);
  return own.map((refill) => ({ refill, hidden: drawsOf(refill) }));
}

/** Estimates the hidden use so far of a refill that still runs and is in no table yet. */
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

/** Reads what is usually used in the hours of a span of time, for those in which the sensor is blind. */
export async function readBlindUse(db: Database, asked: SpanQuery): Promise<BlindUse> {
  const { hours, refills } = await findLearning(db, {
    ...asked,
    from: asked.from - learningMs,
    end: asked.end + learningMs,
  });
  return createBlindUse(hours, refills);
}

async function findLearning(
  db: Database,
  asked: SpanQuery,
): Promise<{ hours: LedgerHour[]; refills: RefillRow[] }> {
  const [hours, refills] = await Promise.all([
    findHours(db, asked, ['hour', 'consumed_level', 'gap_level', 'blind_ms']),
    findRefills(db, asked),
  ]);
  return { hours, refills };
}
