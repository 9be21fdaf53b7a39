import { useEffect, useMemo, useRef } from 'preact/hooks';
import { minuteMs } from '../../../../src/kit/time/units.ts';
import { call } from '../../api/call.ts';
import type { Tank, TankSensor } from '../../api/operations.ts';
import { useLive } from '../../live/stream.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { type Load, Loaded, useLoad } from '../../ui/load.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dateTime, percent } from '../../words/format.ts';
import { say } from '../words.ts';
import { type ChartView, endsOf, firstDayOf } from './chart-view.ts';
import { LevelChart } from './level-chart.tsx';
import {
  hoursOf,
  type LevelReading,
  type LevelSummary,
  ranges,
  summarise,
  toSeries,
  withLevel,
} from './level-series.ts';
import { type Chosen, nameOfRange, nameOfView, WhenChoice, zoneOf } from './when-choice.tsx';

type Props = { tank: Tank; sensor: TankSensor };

export function LevelHistory({ tank, sensor, view, setView }: Props & Chosen) {
  const load = useReadings(tank.device_id, sensor, view);
  return (
    <section class="card stack tank-history" aria-labelledby="tank-level-title">
      <h2 id="tank-level-title">{say.level()}</h2>
      <fieldset class="tank-ranges">
        <legend class="hidden">{say.range()}</legend>
        {ranges.map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={each === view.range}
            onClick={() => setView({ range: each })}
          >
            {nameOfRange(each)}
          </button>
        ))}
      </fieldset>
      <WhenChoice view={view} setView={setView} />
      <div class="stack tank-level-place">
        <Loaded of={load} isCurrent={(data) => isOf(data, view)}>
          {(data) => (
            <div class={isOf(data, view) ? '' : 'tank-old'} aria-busy={!isOf(data, view)}>
              <History data={data} tank={tank} sensor={sensor} />
            </div>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function History({ data: { view, readings }, tank, sensor }: Props & { data: Readings }) {
  const now = useNow(minuteMs);
  const { from, to } = endsOf(view, now, zoneOf());
  const series = useMemo(() => toSeries(readings, from, to), [readings, from, to]);
  const summary = useMemo(() => summarise(readings, from), [readings, from]);
  if (!summary) return <p>{say.noneInRange()}</p>;
  return (
    <div class="stack">
      {view.until !== undefined && <p class="faint small">{nameOfView(view)}</p>}
      <LevelChart
        label={`${nameOf(tank)}: ${say.chartOf({ range: nameOfView(view) })}`}
        series={series}
        from={from}
        to={view.until ? to : Math.max(to, Date.parse(summary.now.recorded_at))}
        low={sensor.low_threshold}
        high={sensor.high_threshold}
        capacity={sensor.capacity}
      />
      <LevelSummaryList summary={summary} isPast={view.until !== undefined} />
    </div>
  );
}

type SummaryProps = { summary: LevelSummary; isPast: boolean };

function LevelSummaryList({ summary, isPast }: SummaryProps) {
  return (
    <dl class="tank-summary">
      <Extreme name={say.lowest()} reading={summary.lowest} />
      <Extreme name={say.highest()} reading={summary.highest} />
      <Extreme name={isPast ? say.last() : say.latest()} reading={summary.now} />
    </dl>
  );
}

function Extreme({ name, reading }: { name: string; reading: LevelReading }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{percent(reading.level, 1)}</strong>
        <span class="faint small">{dateTime(reading.recorded_at)}</span>
      </dd>
    </div>
  );
}

type Readings = { view: ChartView; readings: LevelReading[] };

function isOf({ view }: Readings, wanted: ChartView): boolean {
  return keyOf(view) === keyOf(wanted);
}

function keyOf({ range, until = '' }: ChartView): string {
  return `${range} ${until}`;
}

/** Keeps readings current; a view seen before costs no data again. */
function useReadings(deviceId: string, sensor: TankSensor, view: ChartView): Load<Readings> {
  const { sensor_name } = sensor;
  const seen = useRef(new Map<string, LevelReading[]>()).current;
  const key = keyOf(view);
  const load = useLoad(
    async (signal) => {
      const wanted = { device_id: deviceId, sensor_name, view };
      const readings = seen.get(key) ?? (await loadReadings(wanted, signal));
      seen.set(key, readings);
      return { view, readings };
    },
    [deviceId, sensor_name, key],
  );

  const take = (reading: LevelReading) => {
    for (const range of ranges) {
      const readings = seen.get(keyOf({ range }));
      if (readings) seen.set(keyOf({ range }), withLevel(readings, reading));
    }
    load.set((data) => data && { ...data, readings: seen.get(keyOf(data.view)) ?? data.readings });
  };

  useLive({
    reading: (reading) => {
      if (reading.device_id === deviceId && reading.sensor_name === sensor_name) take(reading);
    },
    reset: () => {
      seen.clear();
      void load.reload();
    },
  });

  // Without a stream, and for readings that arrived during loading, the gauge has the newest.
  const loaded = load.data && keyOf(load.data.view);
  useEffect(() => {
    const newest = toReading(sensor);
    const isKnown = load.data?.readings.some(
      ({ recorded_at }) => recorded_at === newest?.recorded_at,
    );
    // A known reading has more fields: the gauge lacks the believed level.
    if (loaded && newest && !isKnown) take(newest);
  }, [loaded, sensor.recorded_at]);
  return load;
}

function toReading({
  recorded_at,
  level,
  volume,
  pump_status,
}: TankSensor): LevelReading | undefined {
  if (recorded_at === null || level === null) return undefined;
  return { recorded_at, level, filtered_level: null, quality: null, volume, pump_status };
}

/** More than a screen has pixels; the server keeps the extremes of the level among them. */
const points = 2000;

type Wanted = { device_id: string; sensor_name: string; view: ChartView };

/** Oldest first. The history reaches back a week, the export further. */
async function loadReadings(
  { device_id, sensor_name, view: { range, until } }: Wanted,
  signal: AbortSignal,
): Promise<LevelReading[]> {
  const query = { device_id, sensor_name, points };
  if (until !== undefined) {
    const start_date = firstDayOf({ range, until });
    return await call('GET /api/reports.php?action=export', {
      query: { ...query, start_date, end_date: until, format: 'json' },
      signal,
    });
  }
  if (range === '1d' || range === '7d') {
    const hours = hoursOf(range);
    return await call('GET /api/sensors.php?action=history', {
      query: { ...query, hours },
      signal,
    });
  }
  return await call('GET /api/reports.php?action=export', {
    query: { ...query, period: range, format: 'json' },
    signal,
  });
}
