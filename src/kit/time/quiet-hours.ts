import { timeOfMinutes } from './time-of-day.ts';
import { dateAt, endOfDay, instantOf, startOfDay } from './time-zone.ts';

type QuietHours = {
  /** IANA name of the time zone. */
  zone: string;
  /** Minutes after midnight; from 18:00 to 08:00 is 1080 to 480. Equal ones mean no quiet hours. */
  from: number;
  until: number;
};

/**
 * Earliest instant for a message that keeps quiet hours: now if outside them, else at their end. Where
 * clocks are changed, quiet hours begin and end when the clocks first show their times, or as long after
 * the jump as they would have been after the hour that is skipped.
 * @returns an instant, `now` or later.
 */
export function afterQuietHours(now: number, { zone, from, until }: QuietHours): number {
  if (from === until) return now;
  let at = now;
  // One end can lie in the next quiet hours only where a change of clocks has pushed them together.
  for (let end = endOfQuiet(at, { zone, from, until }); end > at; ) {
    at = end;
    end = endOfQuiet(at, { zone, from, until });
  }
  return at;
}

/** End of the quiet hours that `at` is in; `at` itself if it is in none. */
function endOfQuiet(at: number, hours: QuietHours): number {
  const today = dateAt(at, hours.zone);
  const yesterday = dateAt(startOfDay(today, hours.zone) - 1, hours.zone);
  for (const date of [yesterday, today]) {
    const [start, end] = quietHoursOf(date, hours);
    if (start <= at && at < end) return end;
  }
  return at;
}

/** Quiet hours that begin on a day; they end on the next if they cross midnight. */
function quietHoursOf(date: string, { zone, from, until }: QuietHours): [number, number] {
  const lastDate = until > from ? date : dateAt(endOfDay(date, zone), zone);
  return [atMinute(date, from, zone), atMinute(lastDate, until, zone)];
}

function atMinute(date: string, minute: number, zone: string): number {
  return instantOf(`${date}T${timeOfMinutes(minute)}`, zone);
}
