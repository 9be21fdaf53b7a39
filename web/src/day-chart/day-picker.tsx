import { useEffect, useRef } from 'preact/hooks';
import { type DayBars, DayChart, left } from './day-chart.tsx';
import './day-chart.css';

type Props = Parameters<typeof DayChart>[0] & {
  picked: number;
  onPick: (index: number) => void;
  /** What the control is called, and what it says of the chosen day. */
  name: string;
  text: string;
};

/** The chart with a day that is chosen by a finger, a mouse or the arrow keys. */
export function DayPicker({ onPick, name, text, ...chart }: Props) {
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

/** Tells at which share of the chart's width is pointed: as it is touched, and as a mouse moves. */
function usePointing(point: (share: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = useRef(point);
  newest.current = point;
  useEffect(() => {
    const element = ref.current;
    const follow = ({ clientX }: PointerEvent) => {
      const box = element?.getBoundingClientRect();
      if (box) newest.current((clientX - box.left - left) / (box.width - left));
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
