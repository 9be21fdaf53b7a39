import { ApiError, failures } from '../../kit/api/failures/api-error.ts';
import type { Static } from '../../kit/api/schema/schema.ts';
import { type BucketLimits, takeToken } from '../../kit/async/token-bucket.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { takePushed } from '../reading-values.ts';
import {
  deviceSource,
  type NewReading,
  type RecordedReading,
  type Recorder,
} from '../record/reading.ts';
import { readRecordedAt } from '../recorded-at.ts';
import type { KnownDevice, KnownDevices } from './known-devices.ts';
import type { PushForm } from './push-form.ts';

export type PushDeps = {
  devices: KnownDevices;
  recorder: Recorder;
  clockWatch: ClockWatch;
  timers: Timers;
  pushLimits: BucketLimits;
  /** Age of the oldest reading that is taken, in milliseconds. */
  retentionMs: number;
};

/**
 * Takes a reading from a device; resolves once it is durable.
 * @throws ApiError 400, 401, 404, 409, 429 or 503.
 */
export async function pushReading(
  deps: PushDeps,
  form: Static<typeof PushForm>,
): Promise<RecordedReading> {
  const { devices, clockWatch, timers, pushLimits, retentionMs } = deps;
  const device = await devices.identify(form.mac_address, form.api_key);
  const now = timers.now();
  const recordedAt = readRecordedAt(form.recorded_at, clockWatch, retentionMs);
  const wait = takeToken(device.allowance, pushLimits, now);
  if (wait > 0) throw failures.tooMany('This device pushes too fast.', wait);

  const recorded = await record(deps, device, {
    deviceId: device.id,
    sensorName: form.sensor_name ?? device.sensorName,
    recordedAt,
    ...takePushed(form),
    distance: form.distance_cm ?? null,
    source: deviceSource,
    battery: form.battery_percent ?? null,
    signal: form.signal_dbm ?? null,
  });
  device.seenAt = now;
  return recorded;
}

/** @throws ApiError as `pushReading`; of a device that is gone what `explainGone` makes of it. */
async function record(
  { devices, recorder }: PushDeps,
  device: KnownDevice,
  reading: NewReading,
): Promise<RecordedReading> {
  try {
    return await recorder.record(reading);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    throw isGone ? await devices.explainGone(device) : error;
  }
}
