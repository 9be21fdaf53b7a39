import { useId } from 'preact/hooks';
import { useWidth } from '../../ui/use-width.ts';
import { litresWidth, shortDay } from '../../words/format.ts';
import { daysOf, type Series } from './series.ts';
import '../../day-chart/day-chart.css';

type Props = {
  /** Description for screen readers; the tables beneath have the figures. */
  label: string;
  series: Series[];
  largest: number;
  format: (value: number) => string;
};

const height = 220;
const left = () => litresWidth() - 4;
const right = 10;
const foot = 22;
const labelWidth = 70;

/** A line for each tank over the same days, distinguished by colour, pattern and mark. */
export function CompareChart({ label, series, largest, format }: Props) {
  const id = useId();
  const { ref, width } = useWidth<HTMLDivElement>(320);
  const days = daysOf(series);
  const room = width - left() - right;
  const xOf = (index: number) =>
    left() + (days.length > 1 ? (index * room) / (days.length - 1) : room / 2);
  const scale = largest > 0 ? largest : 1;
  const yOf = (value: number) => 8 + (1 - value / scale) * (height - foot - 16);
  const every = Math.max(1, Math.ceil((days.length * labelWidth) / room));
  // Marks of 90 days would be one band.
  const markEvery = Math.max(1, Math.ceil((days.length * 24) / room));
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
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path class="day-chart-grid" d={`M${left()} ${yOf(share * scale)}H${width}`} />
            <text x={left() - 8} y={yOf(share * scale) + 5} text-anchor="end">
              {format(share * scale)}
            </text>
          </g>
        ))}
        {days.map(
          (day, index) =>
            index % every === 0 && (
              <text
                key={day}
                x={xOf(index)}
                y={height - 5}
                text-anchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
              >
                {shortDay(day)}
              </text>
            ),
        )}
        {series.map(({ key, byDay }, place) => (
          <g key={key}>
            <path
              class={`compare-line compare-${lookOf(place)}`}
              stroke-dasharray={dashOf(place)}
              d={lineThrough(
                days.map((day) => byDay.get(day)),
                xOf,
                yOf,
              )}
            />
            {days.map((day, index) => {
              const value = byDay.get(day);
              // Marks of one line lie between those of the next.
              const isMarked = (index + place) % markEvery === 0;
              return value !== undefined && isMarked ? (
                <LineMark key={day} index={place} x={xOf(index)} y={yOf(value)} />
              ) : null;
            })}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Draws a path through the known values, with a gap where nothing was measured. */
function lineThrough(
  values: (number | undefined)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === undefined) return '';
      const begins = values[index - 1] === undefined;
      return `${begins ? 'M' : 'L'}${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`;
    })
    .join('');
}

/** Looks that differ in colour, pattern and mark, so that no colours are needed. */
const looks = 6;
const dashes = ['', '7 4', '2 4', '11 4 2 4', '', '5 3'];

/** Returns the look of a line: beyond six they repeat. */
function lookOf(index: number): number {
  return index % looks;
}

function dashOf(index: number): string {
  return dashes[lookOf(index)] ?? '';
}

function LineMark({ index, x, y }: { index: number; x: number; y: number }) {
  const look = lookOf(index);
  const name = `compare-mark compare-${look}`;
  if (look === 0) return <circle class={name} cx={x} cy={y} r={4} />;
  if (look === 1) return <rect class={name} x={x - 4} y={y - 4} width={8} height={8} />;
  if (look === 2) return <path class={name} d={`M${x} ${y - 5}l5 9h-10z`} />;
  if (look === 3) return <path class={name} d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />;
  if (look === 4) return <circle class={`${name} compare-open`} cx={x} cy={y} r={4} />;
  return <path class={name} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />;
}

export function LegendMark({ index }: { index: number }) {
  return (
    <svg class="compare-legend" viewBox="0 0 28 14" width={28} height={14} aria-hidden="true">
      <path
        class={`compare-line compare-${lookOf(index)}`}
        stroke-dasharray={dashOf(index)}
        d="M0 7H28"
      />
      <LineMark index={index} x={14} y={7} />
    </svg>
  );
}
