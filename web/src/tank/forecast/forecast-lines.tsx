import { minuteMs } from '../../../../src/kit/time/units.ts';
import { useNow } from '../../ui/use-now.ts';
import { type Foretold, forecastSentences } from './forecast-sentences.ts';

/** What is foretold of a tank, in sentences that go on as time does. */
export function ForecastLines({ forecast }: { forecast: Foretold }) {
  const now = useNow(minuteMs);
  return (
    <>
      {forecastSentences(forecast, now).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
