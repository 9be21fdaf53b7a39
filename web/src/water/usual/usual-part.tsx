import { call } from '../../api/call.ts';
import type { UsualUse } from '../../api/operations.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { percent } from '../../words/format.ts';
import { amountIn } from '../days/usage.ts';
import type { SensorOfDevice } from '../sensor-of-device.ts';
import { HourChart } from './hour-chart.tsx';
import { busiestHours, usualDay } from './usual-day.ts';
import { say } from './words.ts';

/** At which hours of the day water is usually used. */
export function UsualPart({ deviceId, sensor: { sensor_name } }: SensorOfDevice) {
  const load = useLoad(
    async (signal) => {
      const query = { device_id: deviceId, sensor_name };
      const { sensors } = await call('GET /api/insights.php?action=usual', { query, signal });
      return sensors[0];
    },
    [deviceId, sensor_name],
  );
  return (
    <section class="card stack" aria-labelledby="water-usual-title">
      <h2 id="water-usual-title">{say.usual()}</h2>
      <Loaded of={load}>{(usual) => <UsualDay usual={usual} />}</Loaded>
    </section>
  );
}

function UsualDay({ usual: { week, reason, unit } }: { usual: UsualUse }) {
  if (!week) return <p>{reason === 'noisy' ? say.noisy() : say.tooLittle()}</p>;
  const day = usualDay(week);
  const { from, until, share } = busiestHours(day);
  const amount = amountIn(unit);
  const sentence = say.busiest({
    from: timeText(from),
    until: timeText(until),
    share: percent(share * 100),
  });
  return (
    <>
      <HourChart label={sentence} hours={day} format={amount} />
      <p>{sentence}</p>
    </>
  );
}

function timeText(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`;
}
