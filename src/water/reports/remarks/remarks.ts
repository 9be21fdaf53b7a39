import type { Language } from '../../../accounts/language.ts';
import { clockTimeAt } from '../../../kit/time/time-zone.ts';
import type { CutDay } from '../days-heard.ts';
import type { Measured, UsageReport } from '../schemas.ts';
import type { Unit, UsageDay } from '../usage/usage-day.ts';
import { remarkWords } from './remark-words.ts';

/** Reader of the remarks: in which language, and by which clock. */
export type Reader = { language: Language; timezone: string };

/** Less of a unit is not told: it would not show in whole litres, or tenths of a percent. */
const leastTold: Record<Unit, number> = { litre: 1, percent: 0.1 };
/** A smaller share of the water that came and went is not told: sensors are not as exact. */
const leastShareTold = 0.01;

/** Says which days are cut and how many were measured, where that is not all. */
export function remarksOnDays(
  { days_asked, days_measured, cut_days }: Measured,
  reader: Reader,
): string[] {
  const say = remarkWords[reader.language];
  if (days_measured === 0) return [say.nothing()];
  return [
    ...(days_measured < days_asked
      ? [say.measured({ measured: days_measured, asked: days_asked })]
      : []),
    ...cut_days.map((day) => remarkOnCut(day, reader)),
  ];
}

/** Says of a day of which a part counts which part that is. */
export function remarkOnCut({ date, from, until }: CutDay, { language, timezone }: Reader): string {
  const timeOf = (text: string | null) =>
    text === null ? undefined : clockTimeAt(Date.parse(text), timezone);
  return remarkWords[language].cut({ date, from: timeOf(from), until: timeOf(until) });
}

/** What the sums of some days leave open, beside all water that came and went. */
type Open = { unexplained: number; moved: number; unit: Unit };

/** Says what used, refilled and the change of the level leave open, if that is worth a word. */
export function remarkOnUnexplained(
  { unexplained, moved, unit }: Open,
  { language }: Pick<Reader, 'language'>,
): string[] {
  const amount = Math.abs(unexplained);
  const least = Math.max(leastTold[unit], leastShareTold * moved);
  return amount < least ? [] : [remarkWords[language].unexplained({ amount, unit })];
}

/** Says how much of some days' change came of other measures of the tank, if that is worth a word. */
export function remarkOnMeasures(
  days: readonly UsageDay[],
  unit: Unit,
  { language }: Pick<Reader, 'language'>,
): string[] {
  const amount = Math.abs(days.reduce((sum, day) => sum + day[unit].remeasured, 0));
  return amount < leastTold[unit] ? [] : [remarkWords[language].measuredAnew({ amount, unit })];
}

/** Says by how much the known sources exceed what was refilled, if that is worth a word. */
export function remarkOnExcess(
  amount: number,
  unit: Unit,
  { language }: Pick<Reader, 'language'>,
): string[] {
  return amount < leastTold[unit] ? [] : [remarkWords[language].sourcesExceed({ amount, unit })];
}

type Usage = Measured & Pick<UsageReport, 'unit' | 'days' | 'days_in_percent' | 'cannot_be_known'>;

/** As `remarksOnDays`, and what does not add up over the days of a report, sensor by sensor. */
export function remarksOnUsage(usage: Usage, reader: Reader): string[] {
  const open = [
    ...remarksOnSums(usage.days, usage.unit, reader),
    ...remarksOnSums(usage.days_in_percent, 'percent', reader),
  ];
  const unknown = usage.cannot_be_known.map(({ sensor_name: name, reason }) =>
    remarkWords[reader.language].unknowable({ name, reason }),
  );
  return [...remarksOnDays(usage, reader), ...open, ...unknown];
}

function remarksOnSums(all: UsageReport['days'], unit: Unit, reader: Reader): string[] {
  const bySensor = Map.groupBy(all, ({ sensor_name }) => sensor_name);
  return [...bySensor.values()].flatMap((days) => {
    const unexplained = days.reduce((sum, day) => sum + day.unexplained, 0);
    const moved = days.reduce((sum, { consumed, refilled }) => sum + consumed + refilled, 0);
    return remarkOnUnexplained({ unexplained, moved, unit }, reader);
  });
}
