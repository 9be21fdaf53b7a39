import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIsoOrNull } from '../../../kit/time/instant.ts';
import { midnightsOf } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { findRefills } from '../../ledger/ledger-queries.ts';
import type { Report, ReportDeps } from '../../reports/report.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { advise } from './advise.ts';
import { type Measures, measureQuality, type PercentAndCm } from './measure-quality.ts';
import { countReadings, findNewestReadings } from './queries.ts';
import type { Quality, SensorQuality } from './schemas.ts';

/** Three and a half days of a reading a minute: more would not change the result. */
const mostReadings = 5000;
/** Time of the day before which it is night. */
const nightMs = 5 * hourMs;

export async function reportQuality(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
): Promise<Quality> {
  const spans = await findSensorSpans(db.read, report.device.id, report.sensorName);
  const sensors: SensorQuality[] = [];
  for (const { sensor_no, name } of spans) {
    sensors.push({ sensor_name: name, ...(await judgeSensor(db, report, sensor_no)) });
    // Lets waiting requests in between two sensors.
    await setImmediate();
  }
  return { ...report.frame, sensors };
}

async function judgeSensor(
  db: Database,
  { device, range, timezone, signal }: Report,
  sensorNo: number,
): Promise<Omit<SensorQuality, 'sensor_name'>> {
  const asked = { deviceId: device.id, sensorNo, from: range.start, end: range.end, signal };
  const counts = await countReadings(db, asked);
  const readings = await findNewestReadings(db, { ...asked, limit: mostReadings });
  const from = readings[0]?.recorded_at ?? range.end;
  const until = readings.at(-1)?.recorded_at ?? range.end;
  const refills = await findRefills(db, { ...asked, from });
  const midnights = midnightsOf(from, until + 1, timezone);
  const isNight = (instant: number) =>
    midnights.some((midnight) => instant >= midnight && instant < midnight + nightMs);
  const measures = measureQuality(readings, refills, isNight);
  return {
    ...counts,
    looked_at: readings.length,
    suspect_share:
      counts.readings > 0 ? roundTo(Math.min(1, counts.suspects / counts.readings), 4) : null,
    ...presentMeasures(measures),
    advice: advise(measures, until - from).map(({ code, numbers }) => ({
      code,
      numbers: Object.fromEntries(
        Object.entries(numbers).map(([name, value]) => [name, roundTo(value, 3)]),
      ),
    })),
  };
}

function presentMeasures(measures: Measures) {
  const { intervalMs, gaps, noise, noiseFilling, step, drift } = measures;
  return {
    interval_s: seconds(intervalMs),
    gaps: {
      count: gaps.count,
      longest_s: seconds(gaps.longestMs),
      total_s: Math.round(gaps.totalMs / 1000),
      last_at: toIsoOrNull(gaps.lastAt),
    },
    noise: presentDistance(noise),
    noise_filling: presentDistance(noiseFilling),
    step: presentDistance(step),
    temperature_drift: drift && {
      percent_per_degree: roundTo(drift.percent, 3),
      cm_per_degree: drift.cm === null ? null : roundTo(drift.cm, 3),
      degrees: roundTo2(drift.degrees),
    },
  };
}

function presentDistance(distance: PercentAndCm | null): PercentAndCm | null {
  if (distance === null) return null;
  const { percent, cm } = distance;
  return { percent: roundTo(percent, 3), cm: cm === null ? null : roundTo2(cm) };
}

function seconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds / 1000);
}
