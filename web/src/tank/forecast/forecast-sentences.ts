import { hourMs } from '../../../../src/kit/time/units.ts';
import { dateTime, litres, percent, spanRange } from '../../words/format.ts';
import type { SensorForecast } from './use-forecast.ts';
import { say } from './words.ts';

type Times = NonNullable<SensorForecast['time_to_empty']>;
type Ration = NonNullable<SensorForecast['ration']>;

/** What is foretold of a tank, what comes first before the rest; nothing where nothing can be said. */
export function forecastSentences(forecast: SensorForecast, now: number): string[] {
  const { time_to_full, time_to_empty, ration } = forecast;
  return [
    ...(time_to_full
      ? [timesSentence(say.fullIn, say.fullInRange, { times: time_to_full, now })]
      : []),
    ...(time_to_empty
      ? [timesSentence(say.emptyIn, say.emptyInRange, { times: time_to_empty, now })]
      : []),
    ...(ration ? rationSentences(ration) : []),
  ];
}

function timesSentence(
  alone: typeof say.emptyIn,
  ranged: typeof say.emptyInRange,
  { times, now }: { times: Times; now: number },
): string {
  const { low, middle, high } = spanRange({
    low: hoursUntil(times.low_at, now),
    middle: hoursUntil(times.middle_at, now),
    high: hoursUntil(times.high_at, now),
  });
  return low === high ? alone({ span: middle }) : ranged({ span: middle, low, high });
}

/** What should be over by now is a minute away: nobody is told of the past. */
function hoursUntil(instant: string, now: number): number {
  return Math.max(1 / 60, (Date.parse(instant) - now) / hourMs);
}

function rationSentences(ration: Ration): string[] {
  const { is_supply_time, begins_at, ends_at, lasts, level_left, volume_left } = ration;
  if (is_supply_time) return [say.supplyNow({ until: dateTime(ends_at) })];
  if (!lasts || !level_left) return [];
  const left = volume_left ? litres(volume_left.middle) : percent(level_left.middle);
  const texts = {
    yes: say.lasts,
    likely: say.lastsLikely,
    unlikely: say.lastsUnlikely,
    no: say.lastsNot,
  };
  return [texts[lasts]({ when: dateTime(begins_at), left })];
}
