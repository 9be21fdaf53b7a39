import { roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';
import { forecastUse } from '../use/forecast-use.ts';
import { mapRange, type Range } from '../use/range.ts';
import { tellRation } from './ration.ts';
import type { Reason, SensorForecast } from './schemas.ts';
import { historyOf, isSilent, type SensorPast, whyNoUse } from './sensor-past.ts';
import { isFilling, timeToFull } from './time-to-full.ts';

/** A tank that would last longer is one that nobody draws from. */
const longestMs = 365 * dayMs;

export type ForecastOptions = {
  /** The supply times of the configuration; null where none are stated. */
  supply: string | null;
  timezone: string;
  now: number;
};

/** What comes, of a sensor's tank, as it is answered. */
export function tellForecast(past: SensorPast, options: ForecastOptions): SensorForecast {
  const { supply, timezone, now } = options;
  const { name, state } = past;
  const history = historyOf(past);
  const use = forecastUse(history, timezone, state.at);
  const isLitres = state.litresPerPercent !== null;
  const perPercent = state.litresPerPercent ?? 1;
  // Of what can be used: water below the outlet belongs neither to percent nor to litres.
  const present = state.volume ?? state.level;
  const noUse = whyNoUse(past, history, use.dailyUse);
  const untilEmpty = use.timeToUse(present, state.deviation * perPercent);
  const reason = noUse ?? whyNoTime(past, untilEmpty, now) ?? null;
  const untilFull = timeToFull(
    state,
    past.refills.map(({ level_after }) => level_after),
  );
  const fromNow = (range: Range) => timesFromNow(range, state.at, now);
  return {
    sensor_name: name,
    recorded_at: toIso(state.at),
    level: roundTo2(state.level),
    volume: state.volume === null ? null : roundTo2(state.volume),
    unit: isLitres ? 'litre' : 'percent',
    daily_use: noUse && noUse !== 'no_use' ? null : roundTo2(use.dailyUse),
    time_to_empty: reason === null ? fromNow(untilEmpty) : null,
    time_to_full: untilFull && !isSilent(state, now) ? fromNow(untilFull) : null,
    ration:
      supply === null
        ? null
        : tellRation({
            ...{ supply, timezone, now, at: state.at, present, perPercent, isLitres },
            use: reason === null ? use : undefined,
          }),
    reason,
  };
}

function whyNoTime({ state }: SensorPast, { middle }: Range, now: number): Reason | undefined {
  if (isSilent(state, now)) return 'silent';
  if (isFilling(state)) return 'filling';
  return middle > longestMs ? 'no_use' : undefined;
}

/** Milliseconds from the newest reading on, as hours from now; what should be over by now is now. */
function timesFromNow(range: Range, at: number, now: number) {
  const instants = mapRange(range, (ms) => Math.max(now, at + Math.min(ms, 2 * longestMs)));
  return {
    ...mapRange(instants, (instant) => roundTo2((instant - now) / hourMs)),
    low_at: toIso(instants.low),
    middle_at: toIso(instants.middle),
    high_at: toIso(instants.high),
  };
}
