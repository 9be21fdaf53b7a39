import { parseSupply, weekdays } from '../../../src/water/sensor-configs/supply.ts';
import type { PumpCommand } from '../api/operations.ts';
import { weekday } from '../words/format.ts';
import { say } from './words.ts';

/** Days of the week with a time range, which ends on the next day if `until` is earlier. */
export type WeekTime = NonNullable<PumpCommand['schedule']>[number];
type Day = WeekTime['days'][number];

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

export function toggleDay(time: WeekTime, day: Day): WeekTime {
  const has = time.days.includes(day);
  return {
    ...time,
    days: days.filter((each) => (each === day ? !has : time.days.includes(each))),
  };
}

/** Says a time in the reader's language: `Mon, Thu: 04:00 to 11:00`. */
export function sayWeekTime({ days: chosen, from, until }: WeekTime): string {
  const names = chosen.map((day) => weekday(days.indexOf(day))).join(', ');
  const isDaily = chosen.length === days.length;
  return say.timeFact({ days: isDaily ? say.everyDay() : names, from, until });
}

/** Reads supply times as the API states them (docs/api/sensor-configs.md); none of null. */
export function readSupply(text: string | null): WeekTime[] {
  if (text === null) return [];
  return parseSupply(text).map(({ weekdays, from, until }) => ({
    days: days.filter((_, index) => weekdays.includes(index)),
    from: clock(from),
    until: clock(until),
  }));
}

function clock(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Most characters of supply times that the API takes. */
const longest = 200;

/** Writes supply times as the API takes them; `none` of none, since an omitted field stays as it is. */
export function writeSupply(times: readonly WeekTime[]): string {
  if (times.length === 0) return 'none';
  const write = (space: string) =>
    times
      .map(({ days: chosen, from, until }) => {
        const names = weekdays.filter((_, index) => chosen.includes(days[index] as Day));
        const named = names.length === days.length ? 'daily' : names.join(`,${space}`);
        return `${named} ${from} to ${until}`;
      })
      .join(`;${space}`);
  const spaced = write(' ');
  return spaced.length <= longest ? spaced : write('');
}
