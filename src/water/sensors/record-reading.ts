import { ApiError } from '../../kit/api/failures/api-error.ts';
import { compileCheck } from '../../kit/api/schema/validator.ts';
import { inSlices } from '../../kit/async/slices.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { valuesOfBody } from '../reading-values.ts';
import {
  type NewReading,
  type RecordedReading,
  type Recorder,
  userSource,
} from '../record/reading.ts';
import { readRecordedAt } from '../recorded-at.ts';
import { normal } from '../status.ts';
import { type AnsweredReading, presentReadings } from './readings-answer.ts';
import { ListedReading, type ReadingListAnswer } from './schemas.ts';

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
  deps: RecordReadingDeps,
  deviceId: number,
  read: ListedReading,
): Promise<RecordedReading> {
  const recorded = await deps.recorder.record(readingOf(deps, deviceId, read));
  deps.arrivals.note({ id: deviceId }, 'api');
  return recorded;
}

/** Readings as they were sent, and the sensor of those that name none. */
type ReadingList = { readings: unknown[]; sensor_name?: string | null | undefined };

/**
 * Records the readings of a list; resolves once they are durable. One that is wrong is refused by itself, with
 * its reason.
 * @throws ApiError 404 where the device is gone, 503 where a reading was not stored that would be later.
 */
export async function recordReadings(
  deps: RecordReadingDeps,
  deviceId: number,
  { readings, sensor_name }: ReadingList,
): Promise<ReadingListAnswer> {
  const rows: (AnsweredReading & { reading?: NewReading })[] = [];
  await inSlices(readings, (sent) => {
    try {
      const reading = readingOf(deps, deviceId, readListed(sent, sensor_name));
      rows.push({ reading, ignored: [] });
    } catch (error) {
      rows.push({ outcome: error as Error, ignored: [] });
    }
  });
  const open = rows.flatMap((row) => (row.reading ? [{ row, reading: row.reading }] : []));
  const outcomes = await deps.recorder.recordAll(open.map(({ reading }) => reading));
  open.forEach(({ row }, index) => {
    const outcome = outcomes[index];
    if (outcome instanceof Error && !isRefusal(outcome)) throw outcome;
    if (outcome) row.outcome = outcome;
  });
  const answer = presentReadings(rows, false);
  if (answer.stored > 0) deps.arrivals.note({ id: deviceId }, 'api');
  return answer;
}

/** True if the reading is stored no better when it comes again; 404 is of all of them. */
function isRefusal(outcome: Error): boolean {
  return outcome instanceof ApiError && outcome.status < 500 && outcome.status !== 404;
}

const checkListed = compileCheck<ListedReading>(ListedReading);

/** @throws ValidationFailure that names the wrong fields. */
function readListed(sent: unknown, sensorName: string | null | undefined): ListedReading {
  const named =
    typeof sent === 'object' && sensorName ? { sensor_name: sensorName, ...sent } : sent;
  const found = checkListed(named);
  if ('error' in found) throw found.error;
  return found.value;
}

/** @throws ApiError 400 that names `recorded_at`. */
function readingOf(
  { clockWatch, retentionMs }: Pick<RecordReadingDeps, 'clockWatch' | 'retentionMs'>,
  deviceId: number,
  read: ListedReading,
): NewReading {
  const values = valuesOfBody(read);
  return {
    deviceId,
    sensorName: read.sensor_name,
    recordedAt: readRecordedAt(read.recorded_at, { clockWatch, retentionMs }),
    ...values,
    distance: read.distance_cm ?? null,
    status: values.status ?? normal,
    source: userSource,
    battery: null,
    signal: null,
  };
}
