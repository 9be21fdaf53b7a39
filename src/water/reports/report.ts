import type { Caller } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { type Moment, readMoment } from '../../kit/time/moment.ts';
import type { Device } from '../guards.ts';
import { type ReportRange, resolveRange } from './report-range.ts';
import type { Frame, ReportQuery } from './schemas.ts';

export type ReportDeps = {
  db: Database;
  clock: Clock;
  longReads: LongReads;
};

/** Parameters of a report, whatever its content. */
export type Report = {
  device: Device;
  range: ReportRange;
  timezone: string;
  sensorName: string | undefined;
  now: number;
  frame: Frame;
  /** Aborted when nobody waits for the report any more; reads then fail. */
  signal: AbortSignal;
};

/**
 * Opens a report for its caller.
 * @param findDevice returns the device of the report, or throws 404.
 * @throws ApiError 400 for dates in the wrong order, 404 where the caller may not see the device.
 */
export async function openReport(
  { clock }: Pick<ReportDeps, 'clock'>,
  { timezone }: Pick<Caller, 'timezone'>,
  { query, leaving: signal }: { query: ReportQuery; leaving: AbortSignal },
  findDevice: () => Promise<Device>,
): Promise<Report> {
  const now = clock();
  const range = resolveRange(
    {
      period: query.period,
      startDate: momentOf(query.start_date),
      endDate: momentOf(query.end_date),
    },
    timezone,
    now,
  );
  const device = await findDevice();
  const frame = {
    device_id: String(device.id),
    period: range.period,
    start_date: toIso(range.start),
    end_date: toIso(range.shownEnd),
    timezone,
  };
  return { device, range, timezone, sensorName: query.sensor_name, now, frame, signal };
}

function momentOf(text: string | undefined): Moment | undefined {
  return text === undefined ? undefined : readMoment(text);
}
