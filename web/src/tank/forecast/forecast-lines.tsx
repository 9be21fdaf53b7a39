import { minuteMs } from '../../../../src/kit/time/units.ts';
import { call } from '../../api/call.ts';
import type { SensorForecast, TankSensor } from '../../api/operations.ts';
import { noteForecast } from '../../tanks/tanks.ts';
import { type Load, useLoad } from '../../ui/load.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Foretold, forecastSentences } from './forecast-sentences.ts';

/** Forecast of a tank, in sentences that follow the clock. */
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

/** Reload interval: a forecast changes little from one reading to the next. */
const freshMs = 600_000;

/** Undefined until it is known. Other screens showing the tank take it over. */
export function useForecast(
  deviceId: string,
  sensor: TankSensor,
): Load<SensorForecast | undefined> {
  const { sensor_name, recorded_at } = sensor;
  const moment = recorded_at && Math.floor(Date.parse(recorded_at) / freshMs);
  return useLoad(
    async (signal) => {
      const query = { device_id: deviceId, sensor_name };
      const { sensors } = await call('GET /api/insights.php?action=forecast', { query, signal });
      if (sensors[0]) noteForecast(deviceId, sensors[0]);
      return sensors[0];
    },
    [deviceId, sensor_name, moment],
  );
}
