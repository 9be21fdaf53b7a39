import type { Database } from '../../../db/database.ts';
import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { dailyUseOf, learnUsualWeek, rangesOfHours } from '../use/usual-week.ts';
import { type Asked, readPast, readState } from './read-past.ts';
import { type Usual, type UsualOfSensor, weekdayWords } from './schemas.ts';
import { cellsOf, historyOf, isTooLittle, type SensorPast, whyNoUse } from './sensor-past.ts';

export async function readUsual(db: Database, asked: Asked): Promise<Usual> {
  const { device, sensorName, timezone, now, signal } = asked;
  const sensors: UsualOfSensor[] = [];
  for (const { sensor_no, name } of await findSensorSpans(db.read, device.id, sensorName)) {
    const sensor = { deviceId: device.id, sensorNo: sensor_no, now, signal };
    const state = await readState(db, sensor);
    const past = state && (await readPast(db, sensor, state));
    sensors.push(past ? presentUsual(name, past, timezone) : nothing(name));
  }
  return { device_id: String(device.id), at: toIso(now), timezone, sensors };
}

function nothing(sensor_name: string): UsualOfSensor {
  const unknown = { since: null, daily_use: null, week: null } as const;
  return { sensor_name, unit: 'litre', ...unknown, reason: 'no_readings' };
}

export function presentUsual(name: string, past: SensorPast, timezone: string): UsualOfSensor {
  const { state } = past;
  const history = historyOf(past);
  const cells = cellsOf(history, timezone);
  const week = learnUsualWeek(history, cells);
  const dailyUse = dailyUseOf(week);
  const isShort = isTooLittle(state, history);
  const reason = isShort ? 'too_little_data' : (whyNoUse(state, dailyUse) ?? null);
  const unit = state.litresPerPercent === null ? 'percent' : 'litre';
  const sensor = { sensor_name: name, unit, reason } as const;
  if (reason !== null) return { ...sensor, since: null, daily_use: null, week: null };
  const ranges = rangesOfHours(history, cells, week);
  return {
    ...sensor,
    since: toIso(history.from),
    daily_use: roundTo2(dailyUse),
    week: ranges.map(({ use, low, high }, cell) => ({
      weekday: weekdayWords[Math.floor(cell / 24)] ?? 'mon',
      hour: cell % 24,
      use: roundTo2(use),
      low: roundTo2(low),
      high: roundTo2(high),
      hours: roundTo(week.hours[cell] ?? 0, 1),
    })),
  };
}
