import { minuteMs } from '../../../../src/kit/time/units.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { calendarDay, shortDay, timeZone } from '../../words/format.ts';
import { today } from '../../words/zoned-instant.ts';
import { say } from '../words.ts';
import { beside, type ChartView, firstDayOf, viewUntil } from './chart-view.ts';
import type { Range } from './level-series.ts';

export type Chosen = { view: ChartView; setView: (view: ChartView) => void };

/** ‹ and › to the time before and after, and a day to go to. */
export function WhenChoice({ view, setView }: Chosen) {
  const now = useNow(minuteMs);
  const at = { now, timeZone: zoneOf() };
  const last = today(now, at.timeZone);
  const go = (way: 'earlier' | 'later') => setView(beside(view, way, at));
  return (
    <div class="tank-when">
      <Button aria-label={say.earlier()} onClick={() => go('earlier')}>
        ‹
      </Button>
      <input
        class="input"
        type="date"
        aria-label={say.day()}
        max={last}
        value={view.until ?? last}
        onChange={({ currentTarget: { value } }) => value && setView(viewUntil('1d', value, last))}
      />
      <Button
        aria-label={say.later()}
        disabled={view.until === undefined}
        onClick={() => go('later')}
      >
        ›
      </Button>
    </div>
  );
}

export function zoneOf(): string {
  return timeZone.value ?? 'UTC';
}

export function nameOfView({ range, until }: ChartView): string {
  if (until === undefined) return nameOfRange(range);
  if (range === '1d') return calendarDay(until);
  return `${shortDay(firstDayOf({ range, until }))} – ${shortDay(until)}`;
}

export function nameOfRange(range: Range): string {
  const names = {
    '1d': say.hours24,
    '7d': say.days7,
    '30d': say.days30,
    '90d': say.days90,
  };
  return names[range]();
}
