import type { SensorForecast } from '../../api/operations.ts';
import { emptySentence, timesSentence } from '../../tank-view/tank-sentences.ts';
import { dateTime, litres, percent } from '../../words/format.ts';
import { say } from './words.ts';

type Ration = NonNullable<SensorForecast['ration']>;

export type Foretold = Pick<SensorForecast, 'time_to_full' | 'time_to_empty' | 'ration'>;

/** Returns sentences of a forecast, the earliest event first; none if nothing can be said. */
export function forecastSentences(forecast: Foretold, now: number): string[] {
  const { time_to_full, time_to_empty, ration } = forecast;
  return [
    ...(time_to_full ? [timesSentence(fullTexts, { times: time_to_full, now })] : []),
    ...(time_to_empty ? [emptySentence(time_to_empty, now)] : []),
    ...(ration ? rationSentences(ration) : []),
  ];
}

const fullTexts = { alone: say.fullIn, ranged: say.fullInRange, byNow: say.fullByNow };

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
