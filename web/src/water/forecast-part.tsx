import type { SensorForecast } from '../api/operations.ts';
import { ForecastLines } from '../tank/forecast/forecast-lines.tsx';
import { useForecast } from '../tank/forecast/use-forecast.ts';
import { Loaded } from '../ui/load/loaded.tsx';
import { amountIn } from './days/usage.ts';
import type { SensorOfDevice } from './sensor-of-device.ts';
import { say } from './words.ts';

/** How long the water lasts, or why that cannot be said. */
export function ForecastPart({ deviceId, sensor }: SensorOfDevice) {
  const load = useForecast(deviceId, sensor);
  return (
    <section class="card stack water-whole" aria-labelledby="water-forecast-title">
      <h2 id="water-forecast-title">{say.forecast()}</h2>
      <Loaded of={load}>{(forecast) => <Forecast forecast={forecast} />}</Loaded>
    </section>
  );
}

function Forecast({ forecast }: { forecast: SensorForecast }) {
  const { reason, daily_use, unit } = forecast;
  return (
    <>
      <ForecastLines forecast={forecast} />
      {reason && reason !== 'filling' && <p>{whyNot(reason)}</p>}
      {daily_use !== null && <p>{say.dailyUse({ amount: amountIn(unit)(daily_use) })}</p>}
      {daily_use !== null && <p class="faint small">{say.rangeHint()}</p>}
    </>
  );
}

function whyNot(reason: Exclude<SensorForecast['reason'], null>): string {
  const texts = {
    no_readings: say.tooLittle,
    too_little_data: say.tooLittle,
    silent: say.silent,
    filling: say.filling,
    no_use: say.noUse,
    noisy: say.noisy,
  };
  return texts[reason]();
}
