import { findUser } from '../../../accounts/queries.ts';
import { flushForReading } from '../../record/flush-for-reading.ts';
import type { Report, ReportDeps } from '../../reports/report.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import type { Leaks } from './schemas.ts';

/** The leaks of a device at the end of a report's time. */
export async function reportLeaks(
  deps: Pick<ReportDeps, 'db'>,
  report: Report,
  userId: number,
): Promise<Leaks> {
  const db = await flushForReading(deps.db, report.device.id);
  const user = await findUser(db.read, userId);
  const spans = await findSensorSpans(db.read, report.device.id, report.sensorName);
  const sensors = spans.map(({ name }) => ({
    ...{ sensor_name: name, nights: 0, nights_needed: 4, leaks: [] },
  }));
  return { ...report.frame, water_price: user?.water_price ?? null, sensors };
}
