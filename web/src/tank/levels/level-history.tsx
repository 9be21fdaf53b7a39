import { useMemo } from 'preact/hooks';
import { minuteMs } from '../../../../src/kit/time/units.ts';
import type { Tank, TankSensor } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/name-of.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dateTime, percent } from '../../words/format.ts';
import { say } from '../words.ts';
import { LevelChart } from './level-chart.tsx';
import { type LevelReading, type LevelSummary, summarise, toSeries } from './level-series.ts';
import { type Range, ranges, startOf } from './range.ts';
import { type Readings, useReadings } from './use-readings.ts';

type Props = { tank: Tank; sensor: TankSensor };

type ChosenRange = { range: Range; setRange: (range: Range) => void };

/** How the level was: the chart of a range, and its extremes in words. */
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

/** The chart in words: for who cannot see it, and for who has no time to. */
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
