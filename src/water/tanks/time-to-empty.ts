import { roundTo2 } from '../../kit/round.ts';

/** What a sensor's whole hours of the last week come to. */
export type WeekOfUse = {
  /** Epoch milliseconds of the first hour with readings and of the last one. */
  firstHour: number;
  lastHour: number;
  /** Percent of capacity, and litres where the readings carry a volume. */
  consumedLevel: number;
  consumedVolume: number;
  hasVolume: boolean;
};

export type Outlook = {
  unit: 'litre' | 'percent';
  /** Mean use a day in that unit; null while less than a day is known. */
  dailyUse: number | null;
  /** How long what is there now lasts at that rate; null where that is not known, or over a year. */
  hoursToEmpty: number | null;
};

type Now = { level: number | null; volume: number | null };

const hourMs = 3_600_000;
const leastHours = 24;
const longestHours = 365 * 24;

/**
 * How much goes out of a tank a day, and how long it will last. A day of use is the week's by the
 * length of what is known of it, so that a tank that was silent for a night is not thought thrifty
 * for more than that night.
 */
export function outlookOf(week: WeekOfUse | undefined, now: Now): Outlook {
  const unit = (week ? week.hasVolume : now.volume !== null) ? 'litre' : 'percent';
  const hours = week ? (week.lastHour - week.firstHour) / hourMs + 1 : 0;
  if (!week || hours < leastHours) return { unit, dailyUse: null, hoursToEmpty: null };

  const used = unit === 'litre' ? week.consumedVolume : week.consumedLevel;
  const there = unit === 'litre' ? now.volume : now.level;
  const hoursLeft = there === null || used <= 0 ? null : (there / used) * hours;
  return {
    unit,
    dailyUse: roundTo2((used / hours) * 24),
    hoursToEmpty: hoursLeft === null || hoursLeft > longestHours ? null : roundTo2(hoursLeft),
  };
}
