import { useId } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { UsualUse } from '../api/operations.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { useWidth } from '../ui/use-width.ts';
import { percent } from '../words/format.ts';
import { amountIn, type SensorOfDevice } from './section-basis.ts';
import { busiestHours, usualDay } from './usual-day.ts';
import { say } from './words.ts';

export function UsualSection({ deviceId, sensor: { sensor_name } }: SensorOfDevice) {
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
  if (!week) return <p>{reason === 'noisy' ? say.usualNoisy() : say.usualTooLittle()}</p>;
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

type Props = {
  /** Description for screen readers. */
  label: string;
  hours: readonly number[];
  format: (value: number) => string;
};

const height = 110;
const head = 20;
const foot = 22;

function HourChart({ label, hours, format }: Props) {
  const id = useId();
  const { ref, width } = useWidth<HTMLDivElement>(320);
  const largest = Math.max(...hours);
  const slot = width / hours.length;
  const tallest = height - head - foot;
  return (
    <div ref={ref}>
      <svg
        class="hour-chart"
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{label}</title>
        {hours.map((use, hour) => {
          const tall = largest > 0 ? (use / largest) * tallest : 0;
          return (
            <rect
              key={hour}
              x={(hour + 0.1) * slot}
              y={height - foot - tall}
              width={slot * 0.8}
              height={Math.max(1, tall)}
            />
          );
        })}
        <path d={`M0 ${height - foot}H${width}`} />
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={hour * slot} y={height - 5}>
            {`${String(hour).padStart(2, '0')}:00`}
          </text>
        ))}
        <text {...besideLargest(hours.indexOf(largest), slot)} y={head - 6}>
          {format(largest)}
        </text>
      </svg>
    </div>
  );
}

/** Places the label over the tallest bar, within the chart's sides. */
function besideLargest(hour: number, slot: number) {
  if (hour < 4) return { x: 0 };
  if (hour > 19) return { x: 24 * slot, 'text-anchor': 'end' } as const;
  return { x: (hour + 0.5) * slot, 'text-anchor': 'middle' } as const;
}
