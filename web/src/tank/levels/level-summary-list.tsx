import { dateTime, percent } from '../../words/format.ts';
import { say } from '../words.ts';
import type { LevelReading, LevelSummary } from './level-series.ts';

/** The chart in words: for who cannot see it, and for who has no time to. */
export function LevelSummaryList({ summary }: { summary: LevelSummary }) {
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
