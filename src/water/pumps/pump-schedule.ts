import { dateAt, instantOf, weekdayOf } from '../../kit/time/time-zone.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { mayGoOn, mayStart, type PumpSituation } from './pump-automation.ts';
import type { PumpWord } from './pump-state.ts';

export const scheduleDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Weekly slot: some days, from one time such as `04:00` to another such as `06:00`, or into the next day. */
export type ScheduleSlot = {
  days: (typeof scheduleDays)[number][];
  from: string;
  until: string;
};

/** Position of an instant in a schedule. */
export type ScheduleMoment = {
  /** Beginning of the stretch that the instant is in; undefined between stretches. */
  since: number | undefined;
  /** End of that stretch, or beginning of the next one. */
  nextAt: number;
};

/**
 * Finds the position of an instant in a weekly schedule. Times are those of the clock in `zone`: where clocks
 * are put forward, a time that does not exist is an hour later, and a slot that would be left out by that keeps its
 * length; a time that comes twice is the first.
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

/**
 * Stretch beyond which adjoining slots are not one: a day, also where clocks are put back. A pump whose slots
 * leave no gap would be switched on once and never again.
 */
const longestMs = dayMs + hourMs;

/** Whole days before an instant in which the stretch around it shows whether it is longer than the longest. */
const daysBefore = 3;
const daysAround = 12;

/**
 * Returns the stretches around an instant and for more than a week: adjoining slots are one, and those of a
 * stretch that is longer than a day are each its own, until the next begins.
 */
function stretchesAround(slots: readonly ScheduleSlot[], zone: string, now: number): Stretch[] {
  const today = Date.parse(dateAt(now, zone));
  const dates = Array.from({ length: daysAround }, (_, day) =>
    dateOf(today + (day - daysBefore) * dayMs),
  );
  const all = dates
    .flatMap((date) => slots.flatMap((slot) => stretchOn(date, slot, zone)))
    .sort((a, b) => a.begin - b.begin);
  const merged: (Stretch & { begins: number[] })[] = [];
  for (const { begin, end } of all) {
    const before = merged.at(-1);
    if (before && begin <= before.end) {
      before.end = Math.max(before.end, end);
      if (begin > (before.begins.at(-1) ?? begin)) before.begins.push(begin);
    } else merged.push({ begin, end, begins: [begin] });
  }
  return merged.flatMap(({ begin, end, begins }) =>
    end - begin <= longestMs
      ? [{ begin, end }]
      : begins.map((each, index) => ({ begin: each, end: begins[index + 1] ?? end })),
  );
}

type Stretch = { begin: number; end: number };

function stretchOn(date: string, { days, from, until }: ScheduleSlot, zone: string): Stretch[] {
  const day = scheduleDays[weekdayOf(date)];
  if (!day || !days.includes(day)) return [];
  const lastDate = until > from ? date : dateOf(Date.parse(date) + dayMs);
  const begin = instantOf(`${date}T${from}`, zone);
  const end = instantOf(`${lastDate}T${until}`, zone);
  if (end > begin) return [{ begin, end }];
  // It begins in the hour that the clocks leave out, and by the clock has ended when it does.
  const length = Date.parse(`${lastDate}T${until}Z`) - Date.parse(`${date}T${from}Z`);
  return [{ begin, end: begin + length }];
}

function dateOf(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Time after which an `on` that was not allowed yet, or not fetched, is tried again. */
const retryMs = 5 * minuteMs;

/** True if a run goes on that the server began, or may against the word of its board. */
function mayRunByServer(situation: PumpSituation): boolean {
  const { onSince, isCommanded, isByOwner, order } = situation.state;
  if (onSince === undefined) return mayGoOn(situation) && !order?.isByOwner;
  return isCommanded === true && !isByOwner;
}

type Sent = { created_at: number; delivered_at: number | null; status: string; source: string };

/**
 * Returns the command of a schedule for its pump, and the instant of the next check. An `on` is sent once a
 * stretch, as soon as the pump may start, also where its beginning was missed; a command of the owner holds until the
 * stretch is over.
 * @param situation undefined where the sensor has no readings
 */
export function switchBySchedule(
  { since, nextAt }: ScheduleMoment,
  situation: PumpSituation | undefined,
  { last, now }: { last: Sent | undefined; now: number },
): { command?: PumpWord; nextAt: number } {
  const isWaiting = situation?.last?.isPending === true && situation.last.command === 'on';
  if (since === undefined) {
    // An `on` that the owner has sent meanwhile makes the run the owner's.
    const isOwners = isWaiting && last?.source === 'user';
    const isItsRun = situation !== undefined && mayRunByServer(situation);
    const isItsOrder = isWaiting && last?.source === 'schedule';
    // One that is never fetched, or is cancelled, leaves the run to the server.
    if (isItsRun && isOwners) return { nextAt: Math.min(nextAt, now + retryMs) };
    return isItsRun || isItsOrder ? { command: 'off', nextAt } : { nextAt };
  }
  const isSettled =
    last !== undefined &&
    last.created_at >= since &&
    (last.source === 'user' || last.delivered_at !== null || last.status === 'executed');
  if (isSettled) return { nextAt };
  const retryAt = Math.min(nextAt, now + retryMs);
  const isOff = !isWaiting && situation?.state.onSince === undefined;
  return situation && isOff && mayStart(situation)
    ? { command: 'on', nextAt: retryAt }
    : { nextAt: retryAt };
}
