import { roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import type { KnownHabit } from './known-habit.ts';
import { presentRation } from './ration.ts';
import type { SensorForecast } from './schemas.ts';
import { isSilent } from './sensor-past.ts';
import type { TankState } from './tank-state.ts';
import { presentTimeToEmpty, timesFromNow } from './time-to-empty.ts';
import { timeToFull } from './time-to-full.ts';

/** What a forecast is made from. */
export type ForecastBasis = {
  name: string;
  state: TankState;
  /** Undefined while too little is known. */
  known: KnownHabit | undefined;
  /** The levels at which its refills ended. */
  tops: readonly number[];
};

export type ForecastOptions = {
  /** The supply times of the configuration; null where none are stated. */
  supply: string | null;
  timezone: string;
  now: number;
};

/** What comes, of a sensor's tank, as it is answered. */
export function presentForecast(basis: ForecastBasis, options: ForecastOptions): SensorForecast {
  const { supply, timezone, now } = options;
  const { name, state, known, tops } = basis;
  const { use, ...lasting } = presentTimeToEmpty(state, known, { now });
  const { at, level, volume, litresPerPercent } = state;
  const isLitres = litresPerPercent !== null;
  const untilFull = timeToFull(state, tops);
  const present = volume ?? level;
  const stock = { at, present, perPercent: litresPerPercent ?? 1, isLitres };
  return {
    sensor_name: name,
    recorded_at: toIso(at),
    level: roundTo2(level),
    volume: volume === null ? null : roundTo2(volume),
    unit: isLitres ? 'litre' : 'percent',
    ...lasting,
    time_to_full: untilFull && !isSilent(state, now) ? timesFromNow(untilFull, at, now) : null,
    ration: supply === null ? null : presentRation({ supply, timezone, now, ...stock, use }),
  };
}
