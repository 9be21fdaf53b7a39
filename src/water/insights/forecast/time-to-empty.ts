import { roundTo2 } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { hoursOfWeek, weekHours } from '../../../kit/time/time-zone.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { forecastUse, type UseForecast } from '../use/forecast-use.ts';
import { mapRange, type Range } from '../use/range.ts';
import type { KnownHabit } from './known-habit.ts';
import type { Reason, Times } from './schemas.ts';
import { isSilent, whyNoUse } from './sensor-past.ts';
import type { TankState } from './tank-state.ts';
import { isFilling } from './time-to-full.ts';

/** A tank that would last longer is one that nobody draws from. */
const longestMs = 365 * dayMs;

/** How long a tank lasts. */
export type Lasting = {
  time_to_empty: Times | null;
  /** Mean use of a day of the usual week; null where nothing can be said of it. */
  daily_use: number | null;
  /** Why nothing is said of the time. */
  reason: Reason | null;
  /** The use to come; undefined where nothing is known of it. */
  use: UseForecast | undefined;
};

/** Which hour of the week each of the 168 from the hour of an instant on is, by the clock of a zone. */
export type HoursAhead = (at: number, timezone: string) => Uint8Array;

export const hoursAhead: HoursAhead = (at, timezone) =>
  weekHours(hourOf(at), hoursOfWeek, timezone);

/** The same for many tanks, most of which were heard of in the same hours. */
export function rememberHoursAhead(): HoursAhead {
  const known = new Map<string, Uint8Array>();
  return (at, timezone) => {
    const key = `${hourOf(at)} ${timezone}`;
    const hours = known.get(key) ?? hoursAhead(at, timezone);
    known.set(key, hours);
    return hours;
  };
}

/**
 * How long what is in a tank lasts: the one place where that is reckoned.
 * @param known undefined while too little is known.
 */
export function presentTimeToEmpty(
  state: TankState,
  known: KnownHabit | undefined,
  { now, ahead = hoursAhead }: { now: number; ahead?: HoursAhead },
): Lasting {
  const nothing = { time_to_empty: null, daily_use: null, use: undefined };
  if (!known) return { ...nothing, reason: 'too_little_data' };
  const use = forecastUse(known.habit, ahead(state.at, known.timezone), state.at);
  const noUse = whyNoUse(state, use.dailyUse);
  if (noUse === 'noisy') return { ...nothing, reason: noUse };
  const daily_use = roundTo2(use.dailyUse);
  const untilEmpty = use.timeToUse(
    // Of what can be used: water below the outlet belongs neither to percent nor to litres.
    state.volume ?? state.level,
    state.deviation * (state.litresPerPercent ?? 1),
  );
  const reason = noUse ?? whyNoTime(state, untilEmpty, now) ?? null;
  const time_to_empty = reason === null ? timesFromNow(untilEmpty, state.at, now) : null;
  return { time_to_empty, daily_use, reason, use: reason === null ? use : undefined };
}

function whyNoTime(state: TankState, { middle }: Range, now: number): Reason | undefined {
  if (isSilent(state, now)) return 'silent';
  if (isFilling(state)) return 'filling';
  return middle > longestMs ? 'no_use' : undefined;
}

/** Milliseconds from the newest reading on, as hours from now; what should be over by now is now. */
export function timesFromNow(range: Range, at: number, now: number): Times {
  const instants = mapRange(range, (ms) => Math.max(now, at + Math.min(ms, 2 * longestMs)));
  return {
    ...mapRange(instants, (instant) => roundTo2((instant - now) / hourMs)),
    low_at: toIso(instants.low),
    middle_at: toIso(instants.middle),
    high_at: toIso(instants.high),
  };
}
