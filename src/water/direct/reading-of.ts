import { ApiError, type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { parseBoardInstant } from '../../kit/time/board-instant.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { Count } from '../boot-times.ts';
import { mostAheadMs } from '../device-clock.ts';
import { valuesOfPush } from '../reading-values.ts';
import { deviceSource, type NewReading } from '../record/reading.ts';
import { futureMs, readRecordedAt } from '../recorded-at.ts';
import type { KnownDevice } from './known-device.ts';
import type { PushedFields } from './push-form.ts';

/** What decides which instants are taken. */
export type ReadingRules = {
  clockWatch: ClockWatch;
  /** Age of the oldest reading that is taken, in milliseconds. */
  retentionMs: number;
};

/** Where a reading stands in the count of its board; undefined where it does not say. */
export function countOf({ boot, seq }: Pick<PushedFields, 'boot' | 'seq'>): Count | undefined {
  return typeof boot === 'number' && typeof seq === 'number' ? { boot, seq } : undefined;
}

/**
 * A reading of a device as the recorder takes it.
 * @param cameAt when it came, in epoch milliseconds.
 * @throws ApiError 400 that names its instant.
 */
export function readingOf(
  rules: ReadingRules,
  device: KnownDevice,
  form: PushedFields,
  cameAt: number,
): NewReading {
  const recordedAt = instantOf(form, rules, cameAt);
  const isAhead = recordedAt !== null && recordedAt > rules.clockWatch.latest() + futureMs;
  return {
    deviceId: device.id,
    sensorName: form.sensor_name ?? device.sensorName,
    recordedAt,
    ...(isAhead && { isAhead }),
    ...(byAge(form) && { isByAge: true }),
    // Its age counts from here if it comes again, however long it waits for its commit.
    ...(saysNow(form) && { takenAt: cameAt }),
    ...valuesOfPush(form),
    distance: form.distance_cm ?? null,
    source: deviceSource,
    battery: form.battery_percent ?? null,
    signal: form.signal_dbm ?? null,
  };
}

/**
 * Adds to a pushed reading where it stands in the count of its board: the count stands there now, since a board pushes
 * when it has measured, and a retry is known by it.
 */
export function withOwnCount(reading: NewReading, form: PushedFields): NewReading {
  const count = countOf(form);
  if (!count) return reading;
  const present = reading.recordedAt === null ? count : null;
  return { ...reading, count: { ...count, present, paceMs: null } };
}

/**
 * The instant at which a reading was measured; null where its sender does not say.
 * @throws ApiError 400 that names `recorded_at` or `age_s`.
 */
function instantOf(
  { recorded_at, age_s }: Partial<PushedFields>,
  { clockWatch, retentionMs }: ReadingRules,
  cameAt: number,
): number | null {
  if (recorded_at || age_s === null || age_s === undefined) {
    const rules = { clockWatch, retentionMs, aheadMs: mostAheadMs, parse: parseBoardInstant };
    return readRecordedAt(recorded_at, rules);
  }
  if (age_s * secondMs > Math.min(retentionMs, cameAt)) throw wrongAge(fault('retention'));
  return age_s === 0 ? null : Math.round(cameAt - age_s * secondMs);
}

/** Finds what is wrong with the instant of a reading of which something else is refused already. */
export function findInstantFaults(
  form: Partial<PushedFields>,
  deps: ReadingRules & { clock: Clock },
): FieldError[] {
  try {
    instantOf(form, deps, deps.clock());
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.extras.errors) return error.extras.errors;
    throw error;
  }
}

/** Whether a reading says how old it is, which no clock is needed for. */
function byAge({ recorded_at, age_s }: PushedFields): boolean {
  return !recorded_at && age_s !== null && age_s !== undefined;
}

/** Whether a reading says that it is of now, and nothing else that dates it. */
function saysNow(form: PushedFields): boolean {
  return byAge(form) && form.age_s === 0 && !countOf(form);
}

function wrongAge(message: FaultText): ApiError {
  return failures.invalidField('age_s', message);
}
