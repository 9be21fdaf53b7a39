import { useState } from 'preact/hooks';
import type { Leak, SensorForecast, Tank, TankSensor } from '../api/operations.ts';
import { TankFrame } from '../tank/tank-frame.tsx';
import { Button } from '../ui/button.tsx';
import { DaysSection } from './days/days-section.tsx';
import { say } from './days/words.ts';
import { QualitySection } from './quality/quality-section.tsx';
import { RefillsSection } from './refills/refills-section.tsx';
import {
  amountIn,
  type DayCount,
  dayCounts,
  freshMoment,
  type SensorOfDevice,
} from './section-basis.ts';
import { UsualSection } from './usual/usual-section.tsx';
import './water.css';
import { call } from '../api/call.ts';
import { ForecastLines, useForecast } from '../tank/forecast/forecast-lines.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { date, litres, number, percent } from '../words/format.ts';
import { say as sayWater } from './words.ts';

/** Screen of a tank's water: use, refills and forecast. */
export function WaterScreen() {
  return (
    <TankFrame>
      {(tank, sensor) =>
        sensor.recorded_at !== null && (
          // The key reloads everything for another sensor.
          <Water key={`${tank.device_id} ${sensor.sensor_name}`} tank={tank} sensor={sensor} />
        )
      }
    </TankFrame>
  );
}

function Water({ tank, sensor }: { tank: Tank; sensor: TankSensor }) {
  const [days, setDays] = useState<DayCount>(7);
  const of = { deviceId: tank.device_id, sensor };
  return (
    <div class="water">
      <LeakSection {...of} />
      <ForecastSection {...of} />
      <DayCountChoice days={days} onChange={setDays} />
      <DaysSection {...of} days={days} />
      <RefillsSection {...of} days={days} />
      <UsualSection {...of} />
      <QualitySection {...of} />
    </div>
  );
}

type Props = { days: DayCount; onChange: (days: DayCount) => void };

function DayCountChoice({ days, onChange }: Props) {
  return (
    <fieldset class="water-day-counts">
      <legend class="hidden">{say.range()}</legend>
      {dayCounts.map((count) => (
        <Button key={count} aria-pressed={count === days} onClick={() => onChange(count)}>
          {say.days({ count })}
        </Button>
      ))}
    </fieldset>
  );
}

/** Forecast of how long the water lasts, or the reason for having none. */
function ForecastSection({ deviceId, sensor }: SensorOfDevice) {
  const load = useForecast(deviceId, sensor);
  return (
    <section class="card stack water-whole" aria-labelledby="water-forecast-title">
      <h2 id="water-forecast-title">{sayWater.forecast()}</h2>
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
      {daily_use !== null && <p>{sayWater.dailyUse({ amount: amountIn(unit)(daily_use) })}</p>}
      {daily_use !== null && <p class="faint small">{sayWater.rangeHint()}</p>}
    </>
  );
}

function whyNot(reason: Exclude<SensorForecast['reason'], null>): string {
  const texts = {
    no_readings: sayWater.tooLittle,
    too_little_data: sayWater.tooLittle,
    silent: sayWater.silent,
    filling: sayWater.filling,
    no_use: sayWater.noUse,
    noisy: sayWater.noisy,
  };
  return texts[reason]();
}

/** The most certain leak; nothing if there is none, or it cannot be loaded. */
function LeakSection({ deviceId, sensor: { sensor_name, recorded_at } }: SensorOfDevice) {
  const { data } = useLoad(
    async (signal) => {
      const query = { device_id: deviceId, sensor_name };
      return await call('GET /api/insights.php?action=leaks', { query, signal });
    },
    [deviceId, sensor_name, freshMoment(recorded_at)],
  );
  const leak = data?.sensors[0]?.leaks[0];
  if (!data || !leak) return null;
  return (
    <section class="water-whole" aria-labelledby="water-leak-title">
      <Notice kind="warning">
        <div class="stack">
          <h2 id="water-leak-title">{titleOf(leak)}</h2>
          <p>
            <strong>{amountOf(leak)}</strong>
          </p>
          <p>
            {leak.kind === 'night_flow' ? sayWater.nightFlow() : sayWater.neverStops()}{' '}
            {sayWater.since({ date: date(leak.since), count: leak.nights })}
          </p>
          {leak.could_also_be.length > 0 && (
            <>
              <p>{sayWater.couldAlsoBe()}</p>
              <ul class="water-list">
                {leak.could_also_be.map((cause) => (
                  <li key={cause}>{causeText(cause)}</li>
                ))}
              </ul>
            </>
          )}
          <p>{sayWater.leakTest()}</p>
          {data.water_price === null && (
            <p>
              <a href="/account">{sayWater.statePrice()}</a>
            </p>
          )}
        </div>
      </Notice>
    </section>
  );
}

/** Words the confidence: a figure would claim too much precision. */
function titleOf({ confidence }: Leak): string {
  if (confidence >= 0.9) return sayWater.leakCertain();
  return confidence >= 0.7 ? sayWater.leakProbable() : sayWater.leakPossible();
}

function amountOf({ percent_per_day, litres_per_day, litres_per_month, cost_per_month }: Leak) {
  if (litres_per_day === null || litres_per_month === null) {
    return sayWater.percentADay({ amount: percent(percent_per_day, 1) });
  }
  const amounts = { day: litres(litres_per_day), month: litres(litres_per_month) };
  return cost_per_month === null
    ? sayWater.litresADay(amounts)
    : sayWater.litresAndShillings({ ...amounts, shillings: number(cost_per_month) });
}

function causeText(cause: Leak['could_also_be'][number]): string {
  const texts = {
    night_use: sayWater.nightUse,
    slow_float_valve: sayWater.slowFloatValve,
    sensor_drift: sayWater.sensorDrift,
    evaporation: sayWater.evaporation,
  };
  return texts[cause]();
}
