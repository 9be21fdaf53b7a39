import { findUser } from '../../../accounts/queries.ts';
import type { Database } from '../../../db/database.ts';
import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import type { Report, ReportDeps } from '../../reports/report.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { findLeaks, type Leak } from './find-leaks.ts';
import { readLeakEvidence } from './read-evidence.ts';
import type { Leaks } from './schemas.ts';

const daysOfMonth = 30;

/** The leaks of a device as they stand at the end of a report's time. */
export async function reportLeaks(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  userId: number,
): Promise<Leaks> {
  const price = (await findUser(db.read, userId))?.water_price ?? null;
  const spans = await findSensorSpans(db.read, report.device.id, report.sensorName);
  const sensors: Leaks['sensors'] = [];
  for (const { sensor_no, name } of spans) {
    sensors.push({ sensor_name: name, ...(await judgeSensor(db, report, sensor_no, price)) });
  }
  return { ...report.frame, water_price: price, sensors };
}

async function judgeSensor(
  db: Database,
  { device, range, timezone, signal }: Report,
  sensorNo: number,
  price: number | null,
): Promise<Omit<Leaks['sensors'][number], 'sensor_name'>> {
  const asked = { deviceId: device.id, sensorNo, end: range.end, timezone, signal };
  const found = findLeaks(await readLeakEvidence(db, asked));
  return {
    nights: found.nights,
    nights_needed: found.nightsNeeded,
    leaks: found.leaks.map((leak) => presentLeak(leak, price)),
  };
}

function presentLeak(leak: Leak, price: number | null) {
  const litres = leak.litresPerDay;
  const ofMonth = litres === null ? null : litres * daysOfMonth;
  return {
    kind: leak.kind,
    confidence: roundTo(leak.confidence, 3),
    since: toIso(leak.since),
    nights: leak.nights,
    percent_per_day: roundTo2(leak.percentPerDay),
    litres_per_day: litres === null ? null : roundTo2(litres),
    litres_per_month: ofMonth === null ? null : roundTo2(ofMonth),
    cost_per_month: ofMonth === null || price === null ? null : roundTo2((ofMonth / 1000) * price),
    could_also_be: leak.couldAlsoBe,
  };
}
