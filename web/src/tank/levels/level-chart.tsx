import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureNotice } from '../../ui/notice.tsx';
import { usePointer } from '../../ui/use-pointer.ts';
import { dateTime, litres, percent, zoneName } from '../../words/format.ts';
import { say } from '../words.ts';
import type { ChartContent } from './chart-layers.ts';
import type { Chart } from './draw-chart.ts';
import type { LevelSeries } from './level-series.ts';

type Props = {
  label: string;
  series: LevelSeries;
  /** Ends of the chart, epoch ms. */
  from: number;
  to: number;
  low: number | null;
  high: number | null;
  /** Litres of the full tank; null where unknown. */
  capacity: number | null;
};

/** Also describes the reading picked by pointer or keys. uPlot loads with the first chart. */
export function LevelChart({ label, series, from, to, low, high, capacity }: Props) {
  const pointer = usePointer();
  const [pickedAt, setPickedAt] = useState<number>();
  // Found by its time: its index changes with the range.
  const picked = pickedAt === undefined ? -1 : series.times.indexOf(pickedAt);
  const content: ChartContent = {
    series,
    from: from / 1000,
    to: to / 1000,
    capacity,
    lines: [
      ...(high === null ? [] : [{ level: high, label: say.highAt({ level: percent(high) }) }]),
      ...(low === null ? [] : [{ level: low, label: say.lowAt({ level: percent(low) }) }]),
    ],
  };
  const { place, chart, failure } = useChart(content, pickedAt, setPickedAt);
  // Keys begin at the newest reading.
  const read = picked < 0 ? series.times.length - 1 : picked;
  const readAt = (index: number) => {
    const at = series.times[index];
    if (at !== undefined) chart?.pointAt(at);
    setPickedAt(at);
  };
  return (
    <figure class="tank-figure">
      <FailureNotice failure={failure} />
      <div class="chart-reader">
        <input
          type="range"
          class="chart-slider"
          aria-label={say.readByKeys()}
          aria-valuetext={describe(series, read)}
          min={0}
          max={series.times.length - 1}
          value={read}
          onInput={(event) => readAt(Number(event.currentTarget.value))}
        />
        <div ref={place} class="tank-chart" role="img" aria-label={label} />
      </div>
      <figcaption class="small">
        <p class="faint">{say.timesOf({ zone: zoneName() })}</p>
        <p class="tank-picked">
          {picked < 0 ? (
            <span class="faint">{pointer === 'touch' ? say.touchHint() : say.pointHint()}</span>
          ) : (
            describe(series, picked)
          )}
        </p>
        <p class="tank-key faint">
          {series.pumpRuns.length > 0 && (
            <span>
              <span class="tank-key-pump" aria-hidden="true" /> {say.pumpRan()}
            </span>
          )}
          {series.levels.some((level, index) => level !== series.believed[index]) && (
            <span>
              <span class="tank-key-raw" aria-hidden="true" /> {say.rawReadings()}
            </span>
          )}
          {series.suspects.length > 0 && (
            <span>
              <span class="tank-key-suspect" aria-hidden="true">
                ×
              </span>{' '}
              {say.suspects()}
            </span>
          )}
          {series.levels.includes(null) && <span>{say.gaps()}</span>}
        </p>
      </figcaption>
    </figure>
  );
}

function useChart(
  content: ChartContent,
  pickedAt: number | undefined,
  pick: (at: number | undefined) => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef({ content, pickedAt });
  newest.current = { content, pickedAt };
  const [chart, setChart] = useState<Chart>();
  const [failure, setFailure] = useState<Error>();

  useEffect(() => {
    let isGone = false;
    let made: Chart | undefined;
    import('./draw-chart.ts').then(
      ({ createChart }) => {
        if (isGone || !place.current) return;
        made = createChart(place.current, newest.current.content, pick, newest.current.pickedAt);
        setChart(made);
      },
      (error: Error) => setFailure(error),
    );
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, []);
  const { series, from, to } = content;
  const lines = content.lines.map(({ label }) => label).join();
  useEffect(() => {
    chart?.show(newest.current.content);
    if (newest.current.pickedAt !== undefined) chart?.pointAt(newest.current.pickedAt);
  }, [chart, series, from, to, lines, content.capacity]);
  return { place, chart, failure };
}

/** Difference in percent from which the believed level is shown beside the raw one. */
const noteworthy = 0.5;

function describe(series: LevelSeries, index: number): string {
  const { times, litres: volumes, pumps, suspects } = series;
  const level = series.levels[index];
  const believed = series.believed[index];
  const volume = volumes[index];
  const isApart = level != null && believed != null && Math.abs(level - believed) >= noteworthy;
  return [
    dateTime((times[index] ?? 0) * 1000),
    level == null ? say.unheard() : percent(level, 1),
    ...(volume == null ? [] : [litres(volume)]),
    ...(suspects.includes(index) ? [say.suspect()] : []),
    ...(isApart ? [say.believed({ level: percent(believed, 1) })] : []),
    ...(pumps[index] === 'on' ? [say.pumpRan()] : []),
  ].join(' · ');
}
