import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { readingStatuses } from '../fields.ts';
import { type RecordedReading, type Recorder, userSource } from '../record/reading.ts';
import { clampLevel, readRecordedAt } from '../record-input.ts';
import type { NewReadingBody } from './schemas.ts';

export type RecordReadingDeps = {
  recorder: Recorder;
  clockWatch: ClockWatch;
  /** Age of the oldest reading that is taken, in milliseconds. */
  retentionMs: number;
};

/**
 * Takes a reading from a user; resolves once it is durable. A status that it does not carry is
 * `normal` (document 1, section 2): the detection is for what devices push.
 * @throws ApiError 400, 404, 409 or 503.
 */
export async function recordReading(
  { recorder, clockWatch, retentionMs }: RecordReadingDeps,
  deviceId: number,
  body: NewReadingBody,
): Promise<RecordedReading> {
  const { level_cm = null, volume = null, temperature = null } = body;
  const { latitude = null, longitude = null, pump_status, status } = body;
  return await recorder.record({
    deviceId,
    sensorName: body.sensor_name,
    recordedAt: readRecordedAt(body.recorded_at, clockWatch, retentionMs),
    level: clampLevel(body.level),
    levelCm: level_cm,
    volume,
    temperature,
    pump: pump_status ? (pump_status === 'on' ? 1 : 0) : null,
    latitude,
    longitude,
    status: readingStatuses.indexOf(status ?? 'normal'),
    source: userSource,
    battery: null,
    signal: null,
  });
}
