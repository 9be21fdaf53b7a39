import { roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { timeOfMinutes } from '../../../kit/time/time-of-day.ts';
import { instantOf, splitIntoDays, weekdayOf } from '../../../kit/time/time-zone.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { parseSupply, type SupplyTimes } from '../../sensor-configs/supply.ts';
import type { UseForecast } from '../use/forecast-use.ts';
import { mapRange, type Range } from '../use/use-spread.ts';
import type { lastsWords, SensorForecast } from './schemas.ts';

type Ration = NonNullable<SensorForecast['ration']>;

export type RationOptions = {
  /** Supply times as the configuration states them. */
  supply: string;
  timezone: string;
  now: number;
  /** Instant of the newest reading. */
  at: number;
  /** Content of the tank in units, and units of a percent of capacity. */
  present: number;
  perPercent: number;
  isLitres: boolean;
  /** Undefined where the use to come is unknown. */
  use: UseForecast | undefined;
};

/** Forecasts what will be left when water comes again, by the stated times; null where none are stated. */
export function presentRation(options: RationOptions): Ration | null {
  const { supply, timezone, now, at, use } = options;
  const next = nextSupply(parseSupply(supply), timezone, now);
  if (!next) return null;
  const is_supply_time = next.begin <= now;
  const nothing = {
    level_left: null,
    volume_left: null,
    days_left_at_ration_end: null,
    lasts: null,
  };
  const frame = { supply, is_supply_time, begins_at: toIso(next.begin), ends_at: toIso(next.end) };
  if (!use || is_supply_time) return { ...frame, ...nothing };
  const drawn = use.useAfter(next.begin - at);
  const { present, perPercent, isLitres } = options;
  const left = leftOf(present, drawn);
  return {
    ...frame,
    level_left: mapRange(left, (amount) => roundTo2(amount / perPercent)),
    volume_left: isLitres ? mapRange(left, roundTo2) : null,
    days_left_at_ration_end: mapRange(left, (amount) => roundTo2(amount / use.dailyUse)),
    lasts: doesLast(present, drawn),
  };
}

function leftOf(present: number, { low, middle, high }: Range): Range {
  const less = (drawn: number) => Math.max(0, present - drawn);
  return { low: less(high), middle: less(middle), high: less(low) };
}

function doesLast(present: number, drawn: Range): (typeof lastsWords)[number] {
  if (present >= drawn.high) return 'yes';
  if (present < drawn.low) return 'no';
  return present >= drawn.middle ? 'likely' : 'unlikely';
}

/** Time in which water is supplied, epoch milliseconds of `[begin, end)`. */
export type Supply = { begin: number; end: number };

/** Days looked at: from yesterday, whose supply may last past midnight, to the same day next week. */
const around = { before: 2 * dayMs, after: 9 * dayMs };

/** Finds the stated supply that is on at an instant, or else the next one. */
export function nextSupply(
  times: readonly SupplyTimes[],
  zone: string,
  now: number,
): Supply | undefined {
  const days = splitIntoDays(now - around.before, now + around.after, zone);
  const supplies = days.flatMap(({ date }, at) => {
    const next = days[at + 1]?.date;
    if (next === undefined) return [];
    const instant = (minutes: number) =>
      instantOf(`${minutes < 1440 ? date : next}T${timeOfMinutes(minutes % 1440)}`, zone);
    return times
      .filter(({ weekdays }) => weekdays.includes(weekdayOf(date)))
      .map(({ from, until }) => ({ begin: instant(from), end: instant(until) }));
  });
  return supplies.filter(({ end }) => end > now).toSorted((a, b) => a.begin - b.begin)[0];
}
