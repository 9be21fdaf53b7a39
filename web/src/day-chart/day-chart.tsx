import { useEffect, useId, useRef } from 'preact/hooks';
import { roundMarks } from '../ui/round-steps.ts';
import { useWidth } from '../ui/use-width.ts';
import { litresWidth, shortDay } from '../words/format.ts';
import './day-chart.css';

/** A bar between two values, on the scale of `largest`. */
type Bar = { from: number; to: number; look: string };

/** Columns of one day side by side, each made of stacked bars. */
type DayBars = { date: string; columns: Bar[][] };

type Props = {
  /** Description for screen readers; the table beneath has the figures. */
  label: string;
  days: DayBars[];
  /** The largest value; the scale ends at the next round mark. */
  largest: number;
  format: (value: number) => string;
  /** Index of the chosen day. */
  picked?: number;
};

const height = 180;
/** Width in pixels of the scale's labels. */
const left = () => litresWidth() - 4;
const foot = 22;
const labelWidth = 76;
/** Half the width of a day's text, which is whole at the right edge, too. */
const halfLabel = 26;

/** Whether a mark is written without rounding: 2.5 litres would stand as 3. */
function isWritten(mark: number, format: (value: number) => string): boolean {
  return Number.isInteger(mark) || format(mark) !== format(Math.round(mark));
}

/** Bars by day, drawn as lines that also print; 90 of them still fit a phone. */
export function DayChart({ label, days, largest, format, picked }: Props) {
  const id = useId();
  const { ref, width } = useWidth<HTMLDivElement>(320);
  // No two marks have the same text, nor one that is not what stands there.
  const marks = roundMarks(largest, {
    isTold: (mark, before) => format(mark) !== format(before) && isWritten(mark, format),
  });
  const scale = marks.at(-1) || 1;
  const slot = (width - left()) / Math.max(days.length, 1);
  const yOf = (value: number) => 6 + (1 - value / scale) * (height - foot - 6);
  const every = Math.ceil((days.length * labelWidth) / (width - left()));
  return (
    <div ref={ref}>
      <svg
        class="day-chart"
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{label}</title>
        {marks.map((mark) => (
          <g key={mark}>
            <path class="day-chart-grid" d={`M${left()} ${yOf(mark)}H${width}`} />
            <text x={left() - 6} y={yOf(mark) + 5} text-anchor="end">
              {format(mark)}
            </text>
          </g>
        ))}
        {days.map(({ date, columns }, index) => (
          <g key={date}>
            {index === picked && (
              <rect
                class="day-chart-picked"
                x={left() + index * slot}
                y={0}
                width={slot}
                height={height - foot}
              />
            )}
            {columns.map((bars, place) => {
              const share = (slot * 0.8) / columns.length;
              return bars.map(({ from, to, look }) => (
                <rect
                  key={look}
                  class={`day-chart-${look}`}
                  x={left() + index * slot + slot * 0.1 + place * share}
                  y={yOf(Math.max(from, to))}
                  width={share}
                  height={Math.max(1, Math.abs(yOf(from) - yOf(to)))}
                />
              ));
            })}
            {index % every === 0 && (
              <text
                x={Math.min(left() + (index + 0.5) * slot, width - halfLabel)}
                y={height - 5}
                text-anchor="middle"
              >
                {shortDay(date)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

type DayPickerProps = Parameters<typeof DayChart>[0] & {
  picked: number;
  onPick: (index: number) => void;
  /** Accessible name of the control, and its text for the chosen day. */
  name: string;
  text: string;
};

/** The chart with a day chosen by finger, mouse or arrow keys. */
export function DayPicker({ onPick, name, text, ...chart }: DayPickerProps) {
  const { days, picked } = chart;
  const place = usePointing((share) => onPick(dayAt(share, days)));
  return (
    <div ref={place} class="chart-reader day-picker">
      <input
        type="range"
        class="chart-slider"
        aria-label={name}
        aria-valuetext={text}
        min={0}
        max={days.length - 1}
        value={picked}
        onInput={(event) => onPick(Number(event.currentTarget.value))}
      />
      <div>
        <DayChart {...chart} />
      </div>
    </div>
  );
}

function dayAt(share: number, days: DayBars[]): number {
  return Math.min(days.length - 1, Math.max(0, Math.floor(share * days.length)));
}

/** Calls back with the share of the chart's width that is pointed at, by touch or mouse move. */
function usePointing(point: (share: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = useRef(point);
  newest.current = point;
  useEffect(() => {
    const element = ref.current;
    const follow = ({ clientX }: PointerEvent) => {
      const box = element?.getBoundingClientRect();
      if (box) newest.current((clientX - box.left - left()) / (box.width - left()));
    };
    element?.addEventListener('pointerdown', follow);
    element?.addEventListener('pointermove', follow);
    return () => {
      element?.removeEventListener('pointerdown', follow);
      element?.removeEventListener('pointermove', follow);
    };
  }, []);
  return ref;
}
