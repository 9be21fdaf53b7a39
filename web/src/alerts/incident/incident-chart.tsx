import { useMemo } from 'preact/hooks';
import { hourMs } from '../../../../src/kit/time/units.ts';
import { call } from '../../api/call.ts';
import type { Alert, TankSensor } from '../../api/operations.ts';
import { LevelChart } from '../../tank/levels/level-chart.tsx';
import { type LevelReading, toSeries } from '../../tank/levels/level-series.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useLoad } from '../../ui/load/use-load.ts';
import { dateTime } from '../../words/format.ts';
import { say } from './words.ts';
import '../../tank/tank.css';

/** What is shown before an alert began and after it was over. */
const besideMs = 12 * hourMs;
/** As many as a phone has dots; the server keeps every extreme among them. */
const points = 600;

type Props = { alert: Alert; sensor: TankSensor };
type Stretch = { from: number; to: number };

/** The level around the time of an alert. */
export function IncidentChart({ alert, sensor }: Props) {
  const { id, device_id, created_at, resolved_at } = alert;
  const { sensor_name, low_threshold, high_threshold } = sensor;
  const load = useLoad(
    async (signal) => {
      const stretch = stretchOf(alert, Date.now());
      const readings = await loadStretch({ device_id, sensor_name, ...stretch }, signal);
      return { ...stretch, readings };
    },
    [id, sensor_name, resolved_at],
  );
  return (
    <section class="card stack" aria-labelledby="incident-chart-title">
      <h2 id="incident-chart-title">{say.chart()}</h2>
      <Loaded of={load}>
        {({ readings, from, to }) =>
          readings.length === 0 ? (
            <p>{say.noReadings()}</p>
          ) : (
            <Chart
              label={say.chartOf({ sensor: sensor_name, since: dateTime(created_at) })}
              readings={readings}
              from={from}
              to={to}
              low={low_threshold}
              high={high_threshold}
            />
          )
        }
      </Loaded>
    </section>
  );
}

type ChartProps = Stretch & {
  label: string;
  readings: LevelReading[];
  low: number | null;
  high: number | null;
};

function Chart({ readings, from, to, ...rest }: ChartProps) {
  const series = useMemo(() => toSeries(readings, from, to), [readings, from, to]);
  return <LevelChart series={series} from={from} to={to} {...rest} />;
}

function stretchOf({ created_at, resolved_at }: Alert, now: number): Stretch {
  const end = resolved_at === null ? now : Date.parse(resolved_at) + besideMs;
  return { from: Date.parse(created_at) - besideMs, to: Math.min(now, end) };
}

type Wanted = Stretch & { device_id: string; sensor_name: string };

async function loadStretch(wanted: Wanted, signal: AbortSignal): Promise<LevelReading[]> {
  const { from, to, ...sensor } = wanted;
  const [start_date, end_date] = [from, to].map((at) => new Date(at).toISOString());
  const query = { ...sensor, start_date, end_date, points, format: 'json' as const };
  return await call('GET /api/reports.php?action=export', { query, signal });
}
