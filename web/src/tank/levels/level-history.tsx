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
import { LevelChart } from './level-chart.tsx';
import {
  hoursOf,
  type LevelReading,
  type LevelSummary,
  type Range,
  ranges,
  startOf,
  summarise,
  toSeries,
  withLevel,
} from './level-series.ts';

type Props = { tank: Tank; sensor: TankSensor };

type ChosenRange = { range: Range; setRange: (range: Range) => void };

export function LevelHistory({ tank, sensor, range, setRange }: Props & ChosenRange) {
  const load = useReadings(tank.device_id, sensor, range);
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
            aria-pressed={each === range}
            onClick={() => setRange(each)}
          >
            {nameOfRange(each)}
          </button>
        ))}
      </fieldset>
      <div class="stack tank-level-place">
        <Loaded of={load}>
          {(data) => (
            <div class={data.range === range ? '' : 'tank-old'} aria-busy={data.range !== range}>
              <History data={data} tank={tank} sensor={sensor} />
            </div>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function History({ data: { range, readings }, tank, sensor }: Props & { data: Readings }) {
  const now = useNow(minuteMs);
  const from = startOf(range, now);
  const series = useMemo(() => toSeries(readings, from, now), [readings, from, now]);
  const summary = useMemo(() => summarise(readings, from), [readings, from]);
  if (!summary) return <p>{say.noneInRange()}</p>;
  return (
    <div class="stack">
      <LevelChart
        label={`${nameOf(tank)}: ${say.chartOf({ range: nameOfRange(range) })}`}
        series={series}
        from={from}
        to={Math.max(now, Date.parse(summary.now.recorded_at))}
        low={sensor.low_threshold}
        high={sensor.high_threshold}
      />
      <LevelSummaryList summary={summary} />
    </div>
  );
}

function nameOfRange(range: Range): string {
  const names = {
    '1d': say.hours24,
    '7d': say.days7,
    '30d': say.days30,
    '90d': say.days90,
  };
  return names[range]();
}

function LevelSummaryList({ summary }: { summary: LevelSummary }) {
  return (
    <dl class="tank-summary">
      <Extreme name={say.lowest()} reading={summary.lowest} />
      <Extreme name={say.highest()} reading={summary.highest} />
      <Extreme name={say.latest()} reading={summary.now} />
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

type Readings = { range: Range; readings: LevelReading[] };

/** Keeps readings current; a range seen before costs no data again. */
function useReadings(deviceId: string, sensor: TankSensor, range: Range): Load<Readings> {
  const { sensor_name } = sensor;
  const seen = useRef(new Map<Range, LevelReading[]>()).current;
  const load = useLoad(
    async (signal) => {
      const wanted = { device_id: deviceId, sensor_name, range };
      const readings = seen.get(range) ?? (await loadReadings(wanted, signal));
      seen.set(range, readings);
      return { range, readings };
    },
    [deviceId, sensor_name, range],
  );

  const take = (reading: LevelReading) => {
    for (const [each, readings] of seen) seen.set(each, withLevel(readings, reading));
    load.set((data) => data && { ...data, readings: seen.get(data.range) ?? data.readings });
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
  const loaded = load.data?.range;
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

type Wanted = { device_id: string; sensor_name: string; range: Range };

/** Oldest first. The history reaches back a week, the export further. */
async function loadReadings(
  { device_id, sensor_name, range }: Wanted,
  signal: AbortSignal,
): Promise<LevelReading[]> {
  const query = { device_id, sensor_name, points };
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
