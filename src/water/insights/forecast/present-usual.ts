import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { rangesOfHours } from '../use/usual-ranges.ts';
import { dailyUseOf, learnUsualWeek } from '../use/usual-week.ts';
import { type UsualOfSensor, weekdayWords } from './schemas.ts';
import { cellsOf, historyOf, isTooLittle, type SensorPast, whyNoUse } from './sensor-past.ts';

/** The usual week of a sensor's tank as it is answered. */
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
