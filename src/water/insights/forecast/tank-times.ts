import { quantileOf } from '../../../kit/quantile.ts';
import { roundTo2 } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { hoursOfWeek, weekHours } from '../../../kit/time/time-zone.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { forecastUse, type UseForecast } from '../use/forecast-use.ts';
import { mapRange, type Range } from '../use/use-spread.ts';
import type { KnownHabit } from './known-habit.ts';
import type { Reason, Times } from './schemas.ts';
import { isSilent, type TankState, whyNoUse } from './sensor-past.ts';

/** Time beyond which a tank counts as not in use. */
const longestMs = 365 * dayMs;

/** Instant of a forecast, and the silence after which its device is offline; null where unknown. */
export type Freshness = { now: number; silentAfterMs: number | null };

export type Lasting = {
  time_to_empty: Times | null;
  /** Mean use of a day of the usual week; null where it is unknown. */
  daily_use: number | null;
  reason: Reason | null;
  use: UseForecast | undefined;
};

/** Returns the hour of the week, in a time zone, of each of the 168 hours from that of an instant on. */
export type HoursAhead = (at: number, timezone: string) => Uint8Array;

export const hoursAhead: HoursAhead = (at, timezone) =>
  weekHours(hourOf(at), hoursOfWeek, timezone);

/** Makes a cached `hoursAhead` for many tanks, most of which have their newest readings in the same hours. */
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
 * Calculates how long the content of a tank lasts; nothing else does.
 * @param known undefined while there is too little data.
 */
export function presentTimeToEmpty(
  state: TankState,
  known: KnownHabit | undefined,
  { now, silentAfterMs, ahead = hoursAhead }: Freshness & { ahead?: HoursAhead },
): Lasting {
  const nothing = { time_to_empty: null, daily_use: null, use: undefined };
  if (!known) return { ...nothing, reason: 'too_little_data' };
  const use = forecastUse(known.habit, ahead(state.at, known.timezone), state.at);
  const noUse = whyNoUse(state, use.dailyUse);
  if (noUse === 'noisy') return { ...nothing, reason: noUse };
  const daily_use = roundTo2(use.dailyUse);
  const untilEmpty = use.timeToUse(
    // Usable content: water below the outlet counts neither in percent nor in litres.
    state.volume ?? state.level,
    state.deviation * (state.litresPerPercent ?? 1),
  );
  const reason = noUse ?? whyNoTime(state, untilEmpty, { now, silentAfterMs }) ?? null;
  const time_to_empty = reason === null ? timesFromNow(untilEmpty, state.at, now) : null;
  return { time_to_empty, daily_use, reason, use: reason === null ? use : undefined };
}

function whyNoTime(state: TankState, { middle }: Range, moment: Freshness): Reason | undefined {
  if (isSilent(state, moment)) return 'silent';
  if (isFilling(state)) return 'filling';
  return middle > longestMs ? 'no_use' : undefined;
}

/** Converts milliseconds from the newest reading on into hours from now; what is past by now becomes now. */
export function timesFromNow(range: Range, at: number, now: number): Times {
  const instants = mapRange(range, (ms) => Math.max(now, at + Math.min(ms, 2 * longestMs)));
  return {
    ...mapRange(instants, (instant) => roundTo2((instant - now) / hourMs)),
    low_at: toIso(instants.low),
    middle_at: toIso(instants.middle),
    high_at: toIso(instants.high),
  };
}

/** Time without a rise after which a tank is no longer being filled, even if more water will come. */
const restMs = hourMs;
/** Multiple of its uncertainty that a refill must reach before its rate is significant. */
const leastRise = 4;
/**
 * Remaining time as a share of what the rate so far suggests, at 1, 5 and 9 times of 10: measured on
 * simulated tanks. The pressure of mains varies, and a refill is slower at first.
 */
const shares = { low: 0.5, middle: 0.9, high: 1.5 };

export function isFilling({ filling, at }: TankState): boolean {
  return filling !== undefined && at - filling.risenAt <= restMs;
}

/**
 * Forecasts the milliseconds from the newest reading until a tank is full at the rate of the present refill.
 * Full is the level at which its refills usually end (floats and valves close below the brim), else 100 %.
 * @param tops levels at which its refills ended.
 */
export function timeToFull(state: TankState, tops: readonly number[]): Range | undefined {
  const { filling, level, deviation, at } = state;
  if (!filling || !isFilling(state)) return undefined;
  const risen = level - filling.low.level;
  const elapsed = at - filling.begunAt;
  if (risen < leastRise * deviation || elapsed <= 0) return undefined;
  const steady = ((fullLevel(level, tops) - level) / risen) * elapsed;
  return mapRange(shares, (share) => share * steady);
}

function fullLevel(level: number, tops: readonly number[]): number {
  const usual = tops.length < 3 ? undefined : quantileOf(tops, 0.5);
  return usual !== undefined && level < usual ? usual : 100;
}
