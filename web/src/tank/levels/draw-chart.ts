import './mend-language.ts';
import uPlot from 'uplot';
import { profile } from '../../session/profile.ts';
import { roundMarks } from '../../ui/round-steps.ts';
import { litres, litresWidth, percent, shortDate, timeOfDay } from '../../words/format.ts';
import {
  type ChartContent,
  colour,
  drawLines,
  drawPumpRuns,
  drawSuspects,
  textScale,
} from './chart-layers.ts';
import 'uplot/dist/uPlot.min.css';

export type Chart = {
  show: (content: ChartContent) => void;
  /** Moves the cursor to a reading, by its time in epoch seconds. */
  pointAt: (time: number) => void;
  destroy: () => void;
};

/** Height with text of the usual size; the chart grows with it. */
const usualHeight = 260;
const daySeconds = 86_400;
/** Width from which litres and percent both have room beside the chart. */
const leastForBoth = 480;
/** Steps of litres that the chart's height has room for. */
const mostMarks = 5;

/**
 * Draws a chart that follows the width of its container and the theme. From the arrival of 2,000
 * readings to the last stroke it takes 25 to 30 ms, and 60 to 110 ms on a quarter of that processor
 * (headless Chromium at 360 x 740, throttled four times, to stand for an old phone); the goal is
 * 150 ms.
 * @param pick called with the time of the reading pointed at, in epoch seconds.
 * @param pickedAt reading picked by keys before the chart was drawn.
 */
export function createChart(
  place: HTMLElement,
  first: ChartContent,
  pick: (at: number | undefined) => void,
  pickedAt?: number,
): Chart {
  let content = first;
  // Picked by keys: others may share its pixel, so the cursor does not identify it.
  let steppedTo = pickedAt;
  const scale = textScale();
  const height = usualHeight * scale;
  const plot = new uPlot(
    {
      ...optionsFor(
        place,
        () => content,
        (at) => pick(steppedTo ?? at),
        scale,
      ),
      height,
    },
    dataOf(first),
    place,
  );
  followFinger(plot);
  const forgetStep = () => {
    steppedTo = undefined;
  };
  for (const event of ['pointerdown', 'pointermove'] as const) {
    plot.over.addEventListener(event, forgetStep, { capture: true });
  }

  const sizes = new ResizeObserver(() => {
    if (place.clientWidth > 0 && place.clientWidth !== plot.width) {
      plot.setSize({ width: place.clientWidth, height });
    }
  });
  sizes.observe(place);
  const themes = new MutationObserver(() => plot.redraw());
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });

  return {
    show: (next) => {
      if (next === content) return;
      content = next;
      plot.setData(dataOf(next));
    },
    pointAt: (time) => {
      steppedTo = time;
      plot.setCursor({ left: plot.valToPos(time, 'x'), top: 0 }, false);
    },
    destroy: () => {
      sizes.disconnect();
      themes.disconnect();
      plot.destroy();
    },
  };
}

function dataOf({ series: { times, believed, levels } }: ChartContent): uPlot.AlignedData {
  return [times, believed, levels];
}

function optionsFor(
  place: HTMLElement,
  content: () => ChartContent,
  pick: (at: number | undefined) => void,
  scale: number,
): Omit<uPlot.Options, 'height'> {
  const first = content();
  const timeZone = profile.value?.user.timezone;
  const text = () => colour('--faint');
  const lines = () => colour('--line');
  const font = `${12 * scale}px system-ui, sans-serif`;
  return {
    width: place.clientWidth,
    // Room for half the text of the last tick.
    padding: [null, 24 * scale, null, null],
    legend: { show: false },
    // Dragging would zoom, which cannot be undone on a phone.
    cursor: { y: false, drag: { x: false, y: false } },
    ...(timeZone && { tzDate: (at) => uPlot.tzDate(new Date(at * 1000), timeZone) }),
    scales: {
      x: { range: () => [content().from, content().to] },
      y: { range: [0, 100] },
    },
    axes: [
      {
        stroke: text,
        font,
        size: 50 * scale,
        grid: { stroke: lines, width: 1 },
        ticks: { stroke: lines, width: 1 },
        space: 64 * scale,
        values: (_, splits, _axis, _space, step) => splits.map((at) => momentAt(at * 1000, step)),
      },
      {
        stroke: text,
        grid: { stroke: lines, width: 1 },
        ticks: { show: false },
        font,
        size: () => (content().capacity === null ? 52 : litresWidth()) * scale,
        splits: () => marksOf(content().capacity).map(({ level }) => level),
        values: () => marksOf(content().capacity).map(({ label }) => label),
      },
      {
        // Percent beside the litres, where there is room for both.
        show: first.capacity !== null && place.clientWidth >= leastForBoth * scale,
        side: 1,
        scale: 'y',
        stroke: text,
        grid: { show: false },
        ticks: { show: false },
        font,
        size: 52 * scale,
        splits: () => marksOf(null).map(({ level }) => level),
        values: () => marksOf(null).map(({ label }) => label),
      },
    ],
    series: [
      {},
      {
        stroke: () => colour('--water'),
        fill: () => `${colour('--water')}2e`,
        width: 2,
        points: {
          show: false,
          size: 5,
          fill: () => colour('--water'),
          filter: () => content().series.alone,
        },
      },
      {
        paths: () => null,
        points: { show: true, size: 3, width: 0, fill: () => `${colour('--water-deep')}66` },
      },
    ],
    hooks: {
      drawClear: [(plot) => drawPumpRuns(plot, content())],
      draw: [(plot) => drawSuspects(plot, content()), (plot) => drawLines(plot, content())],
      setCursor: [({ cursor }) => pick(content().series.times[cursor.idx ?? -1])],
    },
  };
}

/**
 * Adds touch to uPlot, which handles mice only: a tap or a sideways move points, and vertical moves
 * still scroll the page.
 */
function followFinger(plot: uPlot): void {
  const point = ({ pointerType, clientX, clientY }: PointerEvent) => {
    if (pointerType === 'mouse') return;
    const { left, top } = plot.over.getBoundingClientRect();
    plot.setCursor({ left: clientX - left, top: clientY - top });
  };
  plot.over.addEventListener('pointerdown', point);
  plot.over.addEventListener('pointermove', point);
}

/** Marks of the level: round litres where the capacity is known, else percent. */
function marksOf(capacity: number | null): { level: number; label: string }[] {
  if (capacity === null) {
    return [0, 25, 50, 75, 100].map((level) => ({ level, label: percent(level) }));
  }
  return roundMarks(capacity, { most: mostMarks })
    .filter((mark) => mark <= capacity)
    .map((mark) => ({ level: (mark / capacity) * 100, label: litres(mark) }));
}

/** Formats a tick: the hour within a day, the date where a day begins. */
function momentAt(at: number, step: number): string {
  if (step >= daySeconds) return shortDate(at);
  const time = timeOfDay(at);
  return time === '00:00' ? shortDate(at) : time;
}
