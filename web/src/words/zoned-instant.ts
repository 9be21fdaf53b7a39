import { dayMs, minuteMs } from '../../../src/kit/time/units.ts';

/** A calendar day `2026-11-21` and a time of day `14:05`, as local clocks show them. */
type WallTime = { day: string; time: string };

/**
 * Returns the instant, epoch milliseconds, at which clocks in `timeZone` show a time. Of two such
 * instants, as in an autumn night, the first; a time skipped in spring is as much later as the
 * skip.
 * @param timeZone IANA name.
 * @returns undefined if it is no valid day or time of day.
 */
export function zonedInstant({ day, time }: WallTime, timeZone: string): number | undefined {
  const wall = readWall(day, time);
  if (wall === undefined) return undefined;
  // No zone is a day away from UTC, so these two lie on either side of a change of its clocks.
  const [before, after] = [wall - dayMs, wall + dayMs].map(
    (near) => wall - offsetAt(near, timeZone),
  ) as [number, number];
  const fitting = [before, after].filter((each) => each + offsetAt(each, timeZone) === wall);
  return fitting.length === 0 ? before : Math.min(...fitting);
}

/** Returns the time that clocks in `timeZone` show at an instant, to the minute. */
export function wallTimeAt(instant: number, timeZone: string): WallTime {
  const iso = new Date(instant + offsetAt(instant, timeZone)).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

function readWall(day: string, time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return undefined;
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Some engines take the 30th of February for the 2nd of March.
  const isReal = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(`${day}T${time}`);
  return isReal ? wall : undefined;
}

/**
 * Makes a formatter such as `2026-11-21 14:05:30` in `timeZone`, which spreadsheets read as date
 * and time.
 */
export function createLocalTimes(timeZone: string): (instant: number) => string {
  // Clocks change at whole quarters of an hour, and a file has thousands of instants.
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / (15 * minuteMs));
    const offset = offsets.get(quarter) ?? offsetAt(instant, timeZone);
    offsets.set(quarter, offset);
    return new Date(instant + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

/** Returns the lead of `timeZone` over UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * Returns the calendar day, such as `2026-11-15`, of the first of so many whole days that end with
 * today.
 */
export function firstDay(now: number, days: number, timeZone: string): string {
  return addDays(today(now, timeZone), 1 - days);
}

/** Returns the calendar day so many days after another, or before it. */
export function addDays(day: string, count: number): string {
  // Counted in calendar days, since days of 23 or 25 hours would shift it.
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(noon + count * dayMs).toISOString().slice(0, 10);
}

export function today(now: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
