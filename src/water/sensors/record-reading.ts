import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { takePosted } from '../reading-values.ts';
import { type RecordedReading, type Recorder, userSource } from '../record/reading.ts';
import { readRecordedAt } from '../recorded-at.ts';
import { normal } from '../status.ts';
import type { NewReadingBody } from './schemas.ts';

export type RecordReadingDeps = {
  recorder: Recorder;
  /** Is told by which door a reading came. */
  arrivals: { note: (device: { id: number }, door: 'api') => void };
  clockWatch: ClockWatch;
  /** Age of the oldest reading that is accepted, in milliseconds. */
  retentionMs: number;
};

/**
 * Records a reading by a user; resolves once it is durable. Its default status is `normal` (document 1,
 * section 2): detection is for the readings that devices push.
 * @throws ApiError 400, 404, 409 or 503.
 */
export async function recordReading(
  { recorder, arrivals, clockWatch, retentionMs }: RecordReadingDeps,
  deviceId: number,
  body: NewReadingBody,
): Promise<RecordedReading> {
  const values = takePosted(body);
  const recorded = await recorder.record({
    deviceId,
    sensorName: body.sensor_name,
    recordedAt: readRecordedAt(body.recorded_at, { clockWatch, retentionMs }),
    ...values,
    distance: body.distance_cm ?? null,
    status: values.status ?? normal,
    source: userSource,
    battery: null,
    signal: null,
  });
  arrivals.note({ id: deviceId }, 'api');
  return recorded;
}
