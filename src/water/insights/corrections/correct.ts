import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { parseInstant } from '../../../kit/time/instant.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { holdDevice } from '../../devices/hold-device.ts';
import type { Device } from '../../guards.ts';
import { type LedgerSensor, recomputeStretch } from '../../record/rollups/recompute-ledger.ts';
import { findSensorNo } from '../../record/sensor-queries.ts';
import { learnAgain } from '../forecast/habit-queries.ts';
import type { Cursor } from '../refills/list-refills.ts';
import { hasItsReadings } from './kept-readings.ts';
import {
  type CorrectionRow,
  countCorrections,
  findRefill,
  findSameCorrection,
  findSensor,
  findUnfinished,
  finishCorrection,
  insertCorrection,
  markTakenBack,
  putOff,
} from './queries.ts';
import type { CorrectionKind, NewCleaning } from './schemas.ts';

type Deps = { db: Database; clock: Clock };
type Stretch = { begun_at: number; ended_at: number };

/** Longest stretch, and greatest age: what is further back is in nobody's mind, and would take long. */
const longestMs = 7 * dayMs;
const oldestMs = 366 * dayMs;
/** Time that a request has for the ledger, before the loop makes it anew instead. */
const patienceMs = minuteMs;
const correctionsOfRound = 100;
/** Corrections that a device may have within the greatest age, and those that are listed. */
export const mostCorrections = 1000;

/**
 * Notes that a refill was none, and makes the ledger anew without it. Here and below `signal` of a client that
 * has gone ends that after the day that is under way; the loop makes the others.
 * @throws ApiError 404 where there is no such refill or it still runs; 409 where its readings are no longer
 * kept, or the device has too many corrections.
 */
export async function deleteRefill(
  deps: Deps,
  device: Device,
  { sensorNo, begunAt }: Cursor,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const key = { device_id: device.id, sensor_no: sensorNo };
  const noted = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    const refill = await findRefill(trx, { ...key, begun_at: begunAt });
    const sensor = await findSensor(trx, key);
    if (!refill || !sensor) throw failures.notFound('Refill');
    const { begun_at, ended_at } = refill;
    const row = await note(trx, { ...key, kind: 'no_refill', begun_at, ended_at }, clock());
    return { row, sensor };
  });
  if (!(await remake(db, noted.sensor, noted.row, { signal }))) return;
  const isLeft = await findRefill(db.write, { ...key, begun_at: begunAt });
  if (!isLeft) return;
  await takeBack(deps, noted.row);
  throw readingsGone('refill');
}

function readingsGone(of: 'refill' | 'stretch') {
  return failures.conflict('readings_gone', `The readings of this ${of} are no longer kept.`);
}

/**
 * Notes a stretch in which a tank was cleaned or worked on, and makes the ledger anew: what came and went
 * in it is neither use nor refill.
 * @throws ApiError 400 for a stretch that cannot be, 404 where the device is gone or has no such sensor, 409
 * where no reading has come since it began, its readings are no longer kept, or the device has too many
 * corrections.
 */
export async function addCleaning(
  { db, clock }: Deps,
  device: Device,
  { sensor_name, from, until }: NewCleaning,
  signal?: AbortSignal,
): Promise<CorrectionRow> {
  const now = clock();
  const stretch = readStretch(from, until, now);
  const found = await findCleaned(db.write, device.id, sensor_name, stretch);
  // One that is said again is answered as before, also where its readings are gone by now.
  const isNoted = (await findSameCorrection(db.write, found.cleaning)) !== undefined;
  if (!isNoted && !(await hasItsReadings(db, found.sensor, found.cleaning))) {
    throw readingsGone('stretch');
  }
  const { row, sensor } = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    const { sensor, cleaning } = await findCleaned(trx, device.id, sensor_name, stretch);
    return { row: await note(trx, cleaning, now), sensor };
  });
  await remake(db, sensor, row, { signal });
  return row;
}

/** Finds the sensor that was cleaned, and what is to be noted of it. */
async function findCleaned(db: Db, device_id: number, name: string, stretch: Stretch) {
  const sensor_no = await findSensorNo(db, device_id, name);
  const key = sensor_no === undefined ? undefined : { device_id, sensor_no };
  const sensor = key && (await findSensor(db, key));
  if (!key || !sensor) throw failures.notFound('Sensor');
  // The ledger behind the newest reading is not written yet: it is told of no stretches.
  const ended_at = Math.min(stretch.ended_at, sensor.recorded_at ?? 0);
  if (ended_at <= stretch.begun_at) {
    throw failures.conflict('no_reading_yet', 'No reading has come since the stretch began.');
  }
  return { sensor, cleaning: { ...key, ...stretch, ended_at, kind: 'cleaning' as const } };
}

/** Takes a correction back, and makes the ledger anew without it. @returns true if it held until now. */
export async function takeBack(
  { db, clock }: Deps,
  row: CorrectionRow,
  signal?: AbortSignal,
): Promise<boolean> {
  const now = clock();
  if (!(await markTakenBack(db.write, row, { now, dueAt: now + patienceMs }))) return false;
  const sensor = await findSensor(db.write, row);
  await remake(db, sensor, { ...row, taken_back_at: now }, { signal });
  return true;
}

/**
 * Runs one round: makes the ledger anew for corrections whose request was interrupted behind their row.
 * @throws AggregateError where some failed, which are tried again, once the others are done.
 */
export async function finishCorrections({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  const due = await findUnfinished(db.read, { now: clock(), limit: correctionsOfRound });
  const failed = await tryEach(due, signal, async (row) => {
    // One that always fails does not stand before the others for ever.
    await putOff(db.write, row, clock() + patienceMs);
    await remake(db, await findSensor(db.write, row), row, { isResumed: true, signal });
  });
  throwFailures(failed, 'the ledger could not be made anew for some corrections');
}

type NewCorrection = Stretch & { device_id: number; sensor_no: number; kind: CorrectionKind };

/** Stores a correction; one that is said again, as by a request that is sent once more, is the one that is there. */
async function note(trx: Db, row: NewCorrection, now: number): Promise<CorrectionRow> {
  const noted = await findSameCorrection(trx, row);
  if (noted) return noted;
  const after = now - oldestMs;
  if ((await countCorrections(trx, row.device_id, { after })) >= mostCorrections) {
    throw failures.conflict(
      'too_many_corrections',
      `A device has at most ${mostCorrections} corrections.`,
    );
  }
  return await insertCorrection(trx, { ...row, created_at: now, due_at: now + patienceMs });
}

type Remaking = { isResumed?: boolean; signal?: AbortSignal | undefined };

/**
 * Makes the ledger anew around a correction. A sensor that is removed by now has none.
 * @param how `isResumed` goes on where a request was cut off; `signal` leaves what is not made yet to the
 * next round of the loop.
 * @returns false where that is so.
 */
async function remake(
  db: Database,
  sensor: LedgerSensor | undefined,
  row: CorrectionRow,
  { isResumed = false, signal }: Remaking,
): Promise<boolean> {
  if (sensor) {
    if (!(await recomputeStretch(db, sensor, row, { isResumed, signal }))) return false;
    // What was learnt from the old ledger is learnt again in the next round.
    await learnAgain(db.write, sensor);
  }
  await finishCorrection(db.write, row);
  return true;
}

function readStretch(from: string, until: string, now: number): Stretch {
  const begun_at = readInstant('from', from);
  const ended_at = readInstant('until', until);
  if (ended_at <= begun_at) throw failures.invalidField('until', fault('beforeStart'));
  if (ended_at > now) throw failures.invalidField('until', fault('toCome'));
  if (ended_at - begun_at > longestMs) throw failures.invalidField('until', fault('sevenDays'));
  if (begun_at < now - oldestMs) throw failures.invalidField('from', fault('oneYear'));
  return { begun_at, ended_at };
}

function readInstant(field: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw failures.invalidField(field, fault('instant'));
  return instant;
}
