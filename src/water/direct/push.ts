import type { Static } from 'typebox';
import type { Door, KeyRefusal } from '../../db/tables/device-tables.ts';
import { ApiError, type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { type BucketLimits, takeTokens } from '../../kit/async/token-bucket.ts';
import { parseBoardInstant } from '../../kit/time/board-instant.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { Count } from '../boot-times.ts';
import { mostAheadMs } from '../device-clock.ts';
import { valuesOfPush } from '../reading-values.ts';
import {
  deviceSource,
  type NewReading,
  type RecordedReading,
  type Recorder,
} from '../record/reading.ts';
import { futureMs, readRecordedAt } from '../recorded-at.ts';
import type { createInstantTexts } from '../sensors/history/instant-texts.ts';
import { presentReading } from '../sensors/reading-schema.ts';
import { noteOther } from '../sensors/readings-answer.ts';
import type { Arrivals } from './arrivals/arrivals.ts';
import type { ReadForm } from './device-form.ts';
import type { KnownDevice } from './known-device.ts';
import type { KnownDevices } from './known-devices.ts';
import type { createReportRefused } from './note-device.ts';
import { type PushedFields, readPush } from './push-form.ts';
import type { ReadingRefusals } from './reading-refusals.ts';
import type { PushAnswer } from './schemas.ts';
import type { SentSignature } from './signed/sent-signature.ts';
import { refuseKnownReplay, takeSigned } from './signed/take-signed.ts';

export type PushDeps = {
  devices: KnownDevices;
  recorder: Recorder;
  readingRefusals: Pick<ReadingRefusals, 'count' | 'endSeries'>;
  arrivals: Pick<Arrivals, 'note'>;
  /** Called with requests that are refused for their key or signature. */
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
  clock: Clock;
  clockWatch: ClockWatch;
  timers: Timers;
  pushLimits: BucketLimits;
  /** What a device may send in batches, in readings. */
  batchLimits: BucketLimits;
  /** Age of the oldest reading that is taken, in milliseconds. */
  retentionMs: number;
};

/** A reading as a device sent it, read. */
type PushedReading = ReadForm<PushedFields> & {
  signed?: SentSignature | undefined;
  /** Where it is not the form of the document: the door by which it came. */
  door?: Door;
};

/** A reading that is durable, and the fields of it that were left out since they mean nothing. */
type Pushed = { recorded: RecordedReading; ignored: FieldError[] };

/**
 * Takes a push as it was sent, by whichever door; resolves once it is durable.
 * @throws ApiError or ValidationFailure: 400, 401, 404, 409, 429 or 503.
 */
export type TakePush = (
  sent: unknown,
  by?: Pick<PushedReading, 'signed' | 'door'>,
) => Promise<Pushed>;

/** Creates `takePush`: it identifies the device, stores the reading, and reports a push that is refused. */
export function createTakePush(
  deps: PushDeps,
  reportRefused: ReturnType<typeof createReportRefused>,
): TakePush {
  return async (sent, by = {}) => {
    try {
      const read = readPush(sent, (form) => findInstantFaults(form, deps));
      const { mac_address, api_key: apiKey } = read.form;
      const device = await deps.devices.identify(mac_address, { apiKey, ...by });
      return await pushReading(deps, device, { ...read, ...by });
    } catch (error) {
      await reportRefused(sent, error, by);
      throw error;
    }
  };
}

/** Takes a reading from a device; resolves once it is durable. @throws ApiError 400, 404, 409, 429 or 503. */
async function pushReading(
  deps: PushDeps,
  device: KnownDevice,
  { form, ignored, signed, door = signed ? 'signed' : 'form' }: PushedReading,
): Promise<Pushed> {
  const { timers, pushLimits, readingRefusals, arrivals } = deps;
  const tick = timers.now();
  if (signed) refuseKnownReplay(deps, device, signed);
  const at = deps.clock();
  const reading = readingOf(deps, device, form, at);
  const count = countOf(form);
  // A board pushes when it has measured, so its count stands there now; a retry is known by it.
  if (count)
    reading.count = { ...count, present: reading.recordedAt === null ? count : null, paceMs: null };
  const wait = takeTokens(device.allowance, pushLimits, tick);
  if (wait > 0) throw failures.tooMany('This device pushes too fast.', wait);

  const recorded = await record(deps, device, { reading, at, signed });
  device.seenTick = tick;
  readingRefusals.endSeries(device);
  arrivals.note(device, door);
  noteOther(recorded, ignored);
  return { recorded, ignored };
}

/** @param texts shares how instants of one moment are written. */
export function presentPushed(
  { recorded, ignored }: Pushed,
  texts: ReturnType<typeof createInstantTexts>,
): Static<typeof PushAnswer> {
  const answer: Partial<Static<typeof PushAnswer>> = presentReading(recorded, texts);
  answer.pending_commands = recorded.pending_commands;
  if (recorded.reported_at !== undefined) answer.reported_at = toIso(recorded.reported_at);
  if (ignored.length > 0) answer.ignored = ignored;
  return answer as Static<typeof PushAnswer>;
}

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
  deps: Pick<PushDeps, 'clockWatch' | 'retentionMs'>,
  device: KnownDevice,
  form: PushedFields,
  cameAt: number,
): NewReading {
  const recordedAt = instantOf(form, deps, cameAt);
  const isAhead = recordedAt !== null && recordedAt > deps.clockWatch.latest() + futureMs;
  return {
    deviceId: device.id,
    sensorName: form.sensor_name ?? device.sensorName,
    recordedAt,
    ...(isAhead && { isAhead }),
    ...(byAge(form) && { isByAge: true }),
    // Its age counts from here if it comes again, however long it waits for its commit.
    ...(isOfNow(form) && { takenAt: cameAt }),
    ...valuesOfPush(form),
    distance: form.distance_cm ?? null,
    source: deviceSource,
    battery: form.battery_percent ?? null,
    signal: form.signal_dbm ?? null,
  };
}

/**
 * The instant at which a reading was measured; null where its sender does not say.
 * @throws ApiError 400 that names `recorded_at` or `age_s`.
 */
function instantOf(
  { recorded_at, age_s }: Partial<PushedFields>,
  { clockWatch, retentionMs }: Pick<PushDeps, 'clockWatch' | 'retentionMs'>,
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
  deps: Pick<PushDeps, 'clock' | 'clockWatch' | 'retentionMs'>,
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
function byAge({ recorded_at, age_s }: PushedReading['form']): boolean {
  return !recorded_at && age_s !== null && age_s !== undefined;
}

/** Whether a reading says that it is of now, and nothing else that dates it. */
function isOfNow(form: PushedFields): boolean {
  return byAge(form) && form.age_s === 0 && !countOf(form);
}

function wrongAge(message: FaultText): ApiError {
  return failures.invalidField('age_s', message);
}

type Recording = { reading: NewReading; at: number; signed: SentSignature | undefined };

/** @throws ApiError as `pushReading`; of a device that is gone what `explainGone` makes of it. */
async function record(
  deps: PushDeps,
  device: KnownDevice,
  { reading, at, signed }: Recording,
): Promise<RecordedReading> {
  try {
    if (!signed) return await deps.recorder.record(reading);
    const { recorded } = await takeSigned(deps, device, signed, { readings: [reading], at });
    const [taken] = recorded as [RecordedReading | Error];
    if (taken instanceof Error) throw taken;
    return taken;
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    throw isGone ? await deps.devices.explainGone(device) : error;
  }
}
