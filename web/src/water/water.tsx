import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Leak, SensorForecast, Tank, TankSensor } from '../api/operations.ts';
import { ForecastLines, useForecast } from '../tank/forecast/forecast-lines.tsx';
import { TankFrame } from '../tank/tank-frame.tsx';
import { isAtLeast } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, useLoad } from '../ui/load.tsx';
import { Notice } from '../ui/notice.tsx';
import { date, litres, number, percent } from '../words/format.ts';
import { CorrectionsSection } from './corrections-section.tsx';
import { DaysSection } from './days-section.tsx';
import { QualitySection } from './quality-section.tsx';
import { RefillsSection } from './refills-section.tsx';
import {
  amountIn,
  type DayCount,
  dayCounts,
  freshMoment,
  type SensorOfDevice,
} from './section-basis.ts';
import { UsualSection } from './usual-section.tsx';
import { say } from './words.ts';
import './water.css';

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
  const mayOperate = isAtLeast(tank.role, 'operator');
  // Everything is read again once a person has put the ledger right.
  const [version, setVersion] = useState(0);
  const onChange = () => setVersion((before) => before + 1);
  return (
    <div class="water">
      <LeakSection {...of} />
      <ForecastSection {...of} />
      <DayCountChoice days={days} onChange={setDays} />
      <DaysSection key={`days ${version}`} {...of} days={days} />
      <RefillsSection
        key={`refills ${version}`}
        {...of}
        days={days}
        mayOperate={mayOperate}
        onCorrected={onChange}
      />
      <CorrectionsSection {...of} version={version} mayOperate={mayOperate} onChange={onChange} />
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

function ForecastSection({ deviceId, sensor }: SensorOfDevice) {
  const load = useForecast(deviceId, sensor);
  return (
    <section class="card stack water-whole" aria-labelledby="water-forecast-title">
      <h2 id="water-forecast-title">{say.forecast()}</h2>
      <Loaded of={load}>
        {(forecast) => <Forecast forecast={forecast} capacity={sensor.capacity} />}
      </Loaded>
    </section>
  );
}

type ForecastProps = { forecast: SensorForecast; capacity: number | null };

function Forecast({ forecast, capacity }: ForecastProps) {
  const { reason, daily_use, unit } = forecast;
  const amount = (use: number) =>
    unit === 'percent' && capacity !== null
      ? `${litres((use / 100) * capacity)} (${percent(use, 1)})`
      : amountIn(unit)(use);
  return (
    <>
      <ForecastLines forecast={forecast} />
      {reason && reason !== 'filling' && <p>{whyNot(reason)}</p>}
      {daily_use !== null && <p>{say.dailyUse({ amount: amount(daily_use) })}</p>}
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
            {leak.kind === 'night_flow' ? say.nightFlow() : say.neverStops()}{' '}
            {say.since({ date: date(leak.since), count: leak.nights })}
          </p>
          {leak.could_also_be.length > 0 && (
            <>
              <p>{say.couldAlsoBe()}</p>
              <ul class="water-list">
                {leak.could_also_be.map((cause) => (
                  <li key={cause}>{causeText(cause)}</li>
                ))}
              </ul>
            </>
          )}
          <p>{say.leakTest()}</p>
          {data.water_price === null && (
            <p>
              <a href="/account">{say.statePrice()}</a>
            </p>
          )}
        </div>
      </Notice>
    </section>
  );
}

/** Words the confidence: a figure would claim too much precision. */
function titleOf({ confidence }: Leak): string {
  if (confidence >= 0.9) return say.leakCertain();
  return confidence >= 0.7 ? say.leakProbable() : say.leakPossible();
}

function amountOf({ percent_per_day, litres_per_day, litres_per_month, cost_per_month }: Leak) {
  if (litres_per_day === null || litres_per_month === null) {
    return say.percentADay({ amount: percent(percent_per_day, 1) });
  }
  const amounts = { day: litres(litres_per_day), month: litres(litres_per_month) };
  return cost_per_month === null
    ? say.litresADay(amounts)
    : say.litresAndShillings({ ...amounts, shillings: number(cost_per_month) });
}

function causeText(cause: Leak['could_also_be'][number]): string {
  const texts = {
    night_use: say.nightUse,
    slow_float_valve: say.slowFloatValve,
    sensor_drift: say.sensorDrift,
    evaporation: say.evaporation,
  };
  return texts[cause]();
}
