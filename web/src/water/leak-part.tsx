import { call } from '../api/call.ts';
import type { Leak } from '../api/operations.ts';
import { useLoad } from '../ui/load/use-load.ts';
import { Notice } from '../ui/notice.tsx';
import { date, litres, number, percent } from '../words/format.ts';
import { freshMoment } from './fresh-moment.ts';
import type { SensorOfDevice } from './sensor-of-device.ts';
import { say } from './words.ts';

/** The leak that is the most certain; nothing where none shows, or where it cannot be asked for. */
export function LeakPart({ deviceId, sensor: { sensor_name, recorded_at } }: SensorOfDevice) {
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

/** How sure it is, in words: a figure would claim to be sure of how sure it is. */
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
