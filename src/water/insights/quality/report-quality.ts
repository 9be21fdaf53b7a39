import { flushForReading } from '../../record/flush-for-reading.ts';
import type { Report, ReportDeps } from '../../reports/report.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import type { Quality } from './schemas.ts';

/** How good the sensors of a device were in a report's time. */
export async function reportQuality(
  deps: Pick<ReportDeps, 'db'>,
  report: Report,
): Promise<Quality> {
  const db = await flushForReading(deps.db, report.device.id);
  const spans = await findSensorSpans(db.read, report.device.id, report.sensorName);
  const sensors = spans.map(({ name }) => ({
    sensor_name: name,
    ...{ readings: 0, looked_at: 0, suspects: 0, suspect_share: null, interval_s: null },
    gaps: { count: 0, longest_s: null, total_s: 0, last_at: null },
    ...{ noise: null, noise_filling: null, step: null, temperature_drift: null, advice: [] },
  }));
  return { ...report.frame, sensors };
}
