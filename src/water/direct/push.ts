import type { Door, KeyRefusal } from '../../db/tables/device-tables.ts';
import { ApiError, type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { type BucketLimits, takeTokens } from '../../kit/async/token-bucket.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { NewReading, RecordedReading, Recorder } from '../record/reading.ts';
import { noteOther } from '../sensors/readings-answer.ts';
import type { Arrivals } from './arrivals/arrivals.ts';
import type { ReadForm } from './device-form.ts';
import type { KnownDevice } from './known-device.ts';
import type { KnownDevices } from './known-devices.ts';
import type { createReportRefused } from './note-device.ts';
import { type PushedFields, readPush } from './push-form.ts';
import { findInstantFaults, type ReadingRules, readingOf, withOwnCount } from './reading-of.ts';
import type { ReadingRefusals } from './reading-refusals.ts';
import type { SentSignature } from './signed/sent-signature.ts';
import { refuseKnownReplay, takeSigned } from './signed/take-signed.ts';

export type PushDeps = ReadingRules & {
  devices: KnownDevices;
  recorder: Recorder;
  readingRefusals: Pick<ReadingRefusals, 'count' | 'endSeries'>;
  arrivals: Pick<Arrivals, 'note'>;
  /** Called with requests that are refused for their key or signature. */
  countKeyRefusal: (deviceId: number, why: KeyRefusal) => void;
  clock: Clock;
  timers: Timers;
  pushLimits: BucketLimits;
  /** What a device may send in batches, in readings. */
  batchLimits: BucketLimits;
};

/** A reading as a device sent it, read. */
type PushedReading = ReadForm<PushedFields> & {
  signed?: SentSignature | undefined;
  /** Where it is not the form of the document: the door by which it came. */
  door?: Door;
};

/** A reading that is durable, and the fields of it that were left out since they mean nothing. */
export type Pushed = { recorded: RecordedReading; ignored: FieldError[] };

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
  const reading = withOwnCount(readingOf(deps, device, form, at), form);
  const wait = takeTokens(device.allowance, pushLimits, tick);
  if (wait > 0) throw failures.tooMany('This device pushes too fast.', wait);

  const recorded = await record(deps, device, { reading, at, signed });
  device.seenTick = tick;
  readingRefusals.endSeries(device);
  arrivals.note(device, door);
  noteOther(recorded, ignored);
  return { recorded, ignored };
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
