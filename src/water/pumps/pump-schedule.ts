import { dateAt, instantOf, weekdayOf } from '../../kit/time/time-zone.ts';
import { dayMs } from '../../kit/time/units.ts';

export const scheduleDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** On these days of the week from one time to another, such as `04:00` to `06:00`, or into the next day. */
export type ScheduleSlot = {
  days: (typeof scheduleDays)[number][];
  from: string;
  until: string;
};

/** What a schedule wants at an instant. */
export type ScheduleMoment = {
  /** When the stretch began that the instant is in; undefined between stretches. */
  since: number | undefined;
  /** When the stretch ends, or the next one begins. */
  nextAt: number;
};

/**
 * Where an instant stands in a weekly schedule. Times are those of the clock in `zone`: where clocks are
 * put forward a time that does not exist comes an hour later, and one that comes twice is the first.
 */
export function scheduleAt(
  slots: readonly ScheduleSlot[],
  zone: string,
  now: number,
): ScheduleMoment {
  const stretches = stretchesAround(slots, zone, now);
  const next = stretches.find(({ end }) => end > now);
  if (!next) throw new Error('a weekly schedule has a stretch in each week');
  return next.begin <= now
    ? { since: next.begin, nextAt: next.end }
    : { since: undefined, nextAt: next.begin };
}

/** From yesterday, of which one may last into today, for more than a week; those that touch are one. */
function stretchesAround(slots: readonly ScheduleSlot[], zone: string, now: number) {
  const today = Date.parse(dateAt(now, zone));
  const dates = Array.from({ length: 10 }, (_, day) => dateOf(today + (day - 1) * dayMs));
  const all = dates
    .flatMap((date) => slots.flatMap((slot) => stretchOn(date, slot, zone)))
    .sort((a, b) => a.begin - b.begin);
  const merged: Stretch[] = [];
  for (const stretch of all) {
    const before = merged.at(-1);
    if (before && stretch.begin <= before.end) before.end = Math.max(before.end, stretch.end);
    else merged.push(stretch);
  }
  return merged;
}

type Stretch = { begin: number; end: number };

function stretchOn(date: string, { days, from, until }: ScheduleSlot, zone: string): Stretch[] {
  const day = scheduleDays[weekdayOf(date)];
  if (!day || !days.includes(day)) return [];
  const lastDate = until > from ? date : dateOf(Date.parse(date) + dayMs);
  const begin = instantOf(`${date}T${from}`, zone);
  const end = instantOf(`${lastDate}T${until}`, zone);
  return end > begin ? [{ begin, end }] : [];
}

function dateOf(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}
