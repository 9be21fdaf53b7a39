import uPlot from 'uplot';
import type { LevelSeries } from './level-series.ts';

export type ChartContent = {
  series: LevelSeries;
  /** Epoch seconds. */
  from: number;
  to: number;
  /** Litres of the full tank; null where unknown. */
  capacity: number | null;
  lines: { level: number; label: string }[];
};

/** A shade over the whole height, with a bar at its foot for people who cannot see the shade. */
export function drawPumpRuns(
  { ctx, bbox, valToPos }: uPlot,
  { series, from, to }: ChartContent,
): void {
  const bar = 5 * uPlot.pxRatio;
  const solid = colour('--good');
  ctx.save();
  for (const [start, end] of series.pumpRuns) {
    if (end < from || start > to) continue;
    const left = Math.max(bbox.left, valToPos(start, 'x', true));
    const right = Math.min(bbox.left + bbox.width, valToPos(end, 'x', true));
    const width = Math.max(uPlot.pxRatio, right - left);
    ctx.fillStyle = `${solid}2e`;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.fillStyle = solid;
    ctx.fillRect(left, bbox.top + bbox.height - bar, width, bar);
  }
  ctx.restore();
}

export function drawSuspects(
  { ctx, bbox, valToPos }: uPlot,
  { series, from, to }: ChartContent,
): void {
  const arm = 3.5 * uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top - arm, bbox.width, bbox.height + 2 * arm);
  ctx.clip();
  ctx.beginPath();
  for (const index of series.suspects) {
    const at = series.times[index] ?? 0;
    const level = series.levels[index];
    if (level == null || at < from || at > to) continue;
    const x = valToPos(at, 'x', true);
    const y = valToPos(level, 'y', true);
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x - arm, y + arm);
    ctx.lineTo(x + arm, y - arm);
  }
  ctx.strokeStyle = colour('--danger');
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.stroke();
  ctx.restore();
}

export function drawLines({ ctx, bbox, valToPos }: uPlot, { lines }: ChartContent): void {
  const unit = uPlot.pxRatio;
  ctx.save();
  ctx.font = `600 ${12 * unit * textScale()}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = 1.5 * unit;
  for (const { level, label } of lines) {
    const y = Math.round(valToPos(level, 'y', true));
    ctx.strokeStyle = colour('--text');
    ctx.setLineDash([6 * unit, 4 * unit]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // The label's outline keeps it readable across the line.
    ctx.setLineDash([]);
    ctx.strokeStyle = colour('--card');
    ctx.lineWidth = 4 * unit;
    ctx.strokeText(label, bbox.left + 6 * unit, y - 2 * unit);
    ctx.fillStyle = colour('--text');
    ctx.fillText(label, bbox.left + 6 * unit, y - 2 * unit);
    ctx.lineWidth = 1.5 * unit;
  }
  ctx.restore();
}

/** Ratio of the person's text size to the usual one: a canvas knows no `rem`. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
