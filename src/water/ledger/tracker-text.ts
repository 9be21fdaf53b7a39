import type { Tracker } from './tracker.ts';

/**
 * A tracker as a row stores it: a JSON array of numbers that begins with the version of its layout.
 * Numbers are rounded far below what any sensor tells, which makes it short and lets two histories
 * that differ in one old reading come to the same tracker again.
 */
const version = 1;

export function packTracker({ filter: f, mark, watch: w, ratio, hasGap }: Tracker): string {
  return JSON.stringify([
    version,
    f.at,
    f.raw,
    f.rawBefore,
    f.spacing,
    round(f.level, 1e4),
    round(f.variance, 1e6),
    round(f.noise, 1e6),
    f.count,
    round(f.lag, 1e3),
    f.doubts,
    mark.level,
    litres(mark.volume),
    ratio === null ? null : round(ratio, 1e6),
    hasGap ? 1 : 0,
    w.isFilling ? 1 : 0,
    w.low.level,
    litres(w.low.volume),
    f.at - w.lowAt,
    w.high.level,
    litres(w.high.volume),
    f.at - w.highAt,
    round(w.hidden, 1e4),
  ]);
}

/** @throws Error where a newer program wrote it. */
export function unpackTracker(text: string): Tracker {
  const [
    written,
    at,
    raw,
    rawBefore,
    spacing,
    level,
    variance,
    noise,
    count,
    lag,
    doubts,
    markLevel,
    markVolume,
    ratio,
    hasGap,
    isFilling,
    lowLevel,
    lowVolume,
    sinceLow,
    highLevel,
    highVolume,
    sinceHigh,
    hidden,
  ] = JSON.parse(text) as Numbers;
  if (written !== version) throw new Error(`trackers of version ${written} are unknown`);
  return {
    filter: { at, raw, rawBefore, spacing, level, variance, noise, count, lag, doubts },
    mark: { level: markLevel, volume: markVolume },
    watch: {
      isFilling: isFilling === 1,
      low: { level: lowLevel, volume: lowVolume },
      lowAt: at - sinceLow,
      high: { level: highLevel, volume: highVolume },
      highAt: at - sinceHigh,
      hidden,
    },
    ratio,
    hasGap: hasGap === 1,
  };
}

type N = number;
type Maybe = number | null;
// biome-ignore format: one line a part of the tracker
type Numbers = [
  N,
  N, N, Maybe, N, N, N, N, N, N, N,
  N, Maybe, Maybe, N,
  N, N, Maybe, N, N, Maybe, N, N,
];

function round(value: number, factor: number): number {
  return Math.round(value * factor) / factor;
}

function litres(volume: number | null): number | null {
  return volume === null ? null : round(volume, 1e3);
}
