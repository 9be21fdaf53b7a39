import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { midnightsOf } from '../../../kit/time/time-zone.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { correctionsBetween, findRefills } from '../../ledger/ledger-queries.ts';
import { storedGauge } from '../../tank-shapes/stored-gauge.ts';
import type { LeakEvidence } from './find-leaks.ts';
import { firstHour, type QuarterHour, readNight } from './night.ts';
import { type JudgedNight, judgeNight } from './night-flow.ts';
import { findLeakHours, findQuarterHours, findTank } from './queries.ts';
import { learnSensor } from './sensor.ts';

/**
 * Nights and hours of so long before an instant say whether there is a leak then: none is told longer after
 * it began.
 */
export const leakWindowMs = 28 * dayMs;

type Asked = {
  deviceId: number;
  sensorNo: number;
  /** Epoch milliseconds. */
  end: number;
  /** Of the account: its nights are meant. */
  timezone: string;
  signal: AbortSignal;
};

/**
 * What leaks of a sensor are found in: its readings of four weeks as far as they are kept
 * (`RAW_RETENTION_DAYS`), and its hours.
 */
export async function readLeakEvidence(
  db: Database,
  { deviceId, sensorNo, end, timezone, signal }: Asked,
): Promise<LeakEvidence> {
  const asked = { deviceId, sensorNo, from: end - leakWindowMs, end, signal };
  const [hours, quarterHours, rows, corrected, tank] = await Promise.all([
    findLeakHours(db, asked),
    findQuarterHours(db, asked),
    findRefills(db, asked),
    db.lateRead((late) => correctionsBetween(late, asked), signal),
    findTank(db.read, deviceId, sensorNo),
  ]);
  // What people say tells nothing of use is left out as the times are in which water came in.
  const refills = [...rows, ...corrected].map(({ begun_at, ended_at }) => ({
    from: begun_at,
    until: ended_at,
  }));
  const sensor = { ...learnSensor(hours, quarterHours), top: topOf(tank, quarterHours) };
  const nights: JudgedNight[] = [];
  for (const midnight of midnightsOf(asked.from, end, timezone)) {
    if (midnight + firstHour * hourMs < asked.from) continue;
    const night = readNight(midnight, quarterHours, refills, sensor);
    if (!night) continue;
    nights.push(judgeNight(night));
    // A night takes some milliseconds; requests that wait come in between.
    await setImmediate();
  }
  return { nights, hours, refills };
}

/** Percent above what a distance can say, from which the levels are not of distances. */
const beyondTop = 0.5;

/** Highest percent that the sensor of a tank can say: its board may also say percents itself. */
function topOf(
  tank: string | null | undefined,
  quarterHours: ReadonlyMap<number, QuarterHour>,
): number {
  if (!tank) return 100;
  const { highestPercent } = storedGauge(tank);
  const isBeyond = ({ level }: QuarterHour) => level > highestPercent + beyondTop;
  return [...quarterHours.values()].some(isBeyond) ? 100 : highestPercent;
}
