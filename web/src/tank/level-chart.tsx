import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { dateTime, litres, percent } from '../words/format.ts';
import type { Chart, ChartContent } from './draw-chart.ts';
import type { LevelSeries } from './level-series.ts';
import { say } from './words.ts';

type Props = {
  label: string;
  series: LevelSeries;
  /** Epoch ms: the two ends of the chart. */
  from: number;
  to: number;
  low: number | null;
  high: number | null;
};

/** The chart, with what it says at the place that is pointed at. uPlot comes with the first one. */
export function LevelChart({ label, series, from, to, low, high }: Props) {
  const [pickedAt, setPickedAt] = useState<number>();
  // By its time: its place is another one in another range, and as the oldest readings leave this one.
  const picked = pickedAt === undefined ? -1 : series.times.indexOf(pickedAt);
  const content: ChartContent = {
    series,
    from: from / 1000,
    to: to / 1000,
    lines: [
      ...(high === null ? [] : [{ level: high, label: say.highAt({ level: percent(high) }) }]),
      ...(low === null ? [] : [{ level: low, label: say.lowAt({ level: percent(low) }) }]),
    ],
  };
  const { place, failure } = useChart(content, setPickedAt);
  return (
    <figure class="tank-figure">
      <FailureNotice failure={failure} />
      <div ref={place} class="tank-chart" role="img" aria-label={label} />
      <figcaption class="small">
        <p class="tank-picked">
          {picked < 0 ? <span class="faint">{say.pickHint()}</span> : describe(series, picked)}
        </p>
        <p class="tank-key faint">
          {series.pumpRuns.length > 0 && (
            <span>
              <span class="tank-key-pump" aria-hidden="true" /> {say.pumpRan()}
            </span>
          )}
          {series.levels.includes(null) && <span>{say.gaps()}</span>}
        </p>
      </figcaption>
    </figure>
  );
}

/** Holds a chart in a place of the page for as long as that is there. */
function useChart(content: ChartContent, pick: (at: number | undefined) => void) {
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef(content);
  newest.current = content;
  const [chart, setChart] = useState<Chart>();
  const [failure, setFailure] = useState<Error>();

  useEffect(() => {
    let isGone = false;
    let made: Chart | undefined;
    import('./draw-chart.ts').then(
      ({ createChart }) => {
        if (isGone || !place.current) return;
        made = createChart(place.current, newest.current, pick);
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
  useEffect(() => chart?.show(newest.current), [chart, series, from, to, lines]);
  return { place, failure };
}

function describe({ times, levels, litres: volumes, pumps }: LevelSeries, index: number): string {
  const level = levels[index];
  const volume = volumes[index];
  return [
    dateTime((times[index] ?? 0) * 1000),
    level == null ? say.unheard() : percent(level, 1),
    ...(volume == null ? [] : [litres(volume)]),
    ...(pumps[index] === 'on' ? [say.pumpRan()] : []),
  ].join(' · ');
}
