import { roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { parseSupply } from '../../sensor-configs/supply.ts';
import type { UseForecast } from '../use/forecast-use.ts';
import { mapRange, type Range } from '../use/range.ts';
import { nextSupply } from './next-supply.ts';
import type { lastsWords, SensorForecast } from './schemas.ts';

type Ration = NonNullable<SensorForecast['ration']>;

export type RationOptions = {
  /** As it is stated in the configuration. */
  supply: string;
  timezone: string;
  now: number;
  /** Of the newest reading. */
  at: number;
  /** What is in the tank, in units; and units of a percent of capacity. */
  present: number;
  perPercent: number;
  isLitres: boolean;
  /** Undefined where nothing can be said of the use to come. */
  use: UseForecast | undefined;
};

/** What will be left when water comes again, by the stated times; null where none are. */
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
