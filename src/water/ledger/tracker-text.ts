import { roundTo } from '../../kit/round.ts';
import { dayMs } from '../../kit/time/units.ts';
import { noDoubt } from './doubt.ts';
import { firstSwing } from './level-swing.ts';
import type { Tracker } from './tracker.ts';

/**
 * Layout version, the first number of the JSON array in which a row stores a tracker. Numbers are rounded far
 * below the precision of any sensor: that keeps the text short, and lets two histories that differ in one old
 * reading arrive at the same tracker. What is in doubt stands at the end, and only where there is any.
 */
const version = 2;
/** Layout of 0.1.0. */
const firstVersion = 1;

/** An echo counts for a day, behind which it is left out. */
const echoMs = dayMs;

function doubtOf(f: Tracker['filter']): (number | null)[] {
  const isKnown = f.echoAt > 0 && f.at - f.echoAt <= echoMs;
  const echo = isKnown ? [f.at - f.echoAt] : [];
  if (f.doubtLevel === null) return isKnown ? [null, 0, 0, 0, ...echo] : [];
  const doubt = [f.at - f.doubtFrom, f.at - f.doubtSince, f.doubtSeen];
  return [roundTo(f.doubtLevel, 4), ...doubt, ...echo];
}

/** What is seldom there stands at the end: what is in doubt, and the level at which a sensor folds. */
function seldomOf({ filter, fold }: Tracker): (number | null)[] {
  const doubt = doubtOf(filter);
  if (!fold) return doubt;
  const without = [null, 0, 0, 0, null];
  const sinceFold = [roundTo(fold.level, 2), filter.at - fold.at, fold.isSure ? 1 : 0];
  return [...doubt, ...without.slice(doubt.length), ...sinceFold];
}

export function packTracker(tracker: Tracker): string {
  const { filter: f, mark, rise: w, ratio, hasGap } = tracker;
  return JSON.stringify([
    version,
    f.at,
    f.raw,
    f.rawBefore,
    f.spacing,
    roundTo(f.level, 4),
    roundTo(f.variance, 6),
    roundTo(f.noise, 6),
    f.count,
    roundTo(f.lag, 3),
    f.doubts,
    mark.level,
    litres(mark.volume),
    ratio === null ? null : roundTo(ratio, 6),
    hasGap ? 1 : 0,
    w.isFilling ? 1 : 0,
    w.low.level,
    litres(w.low.volume),
    f.at - w.lowAt,
    w.high.level,
    litres(w.high.volume),
    f.at - w.highAt,
    roundTo(w.hidden, 4),
    f.at - f.sampledAt,
    f.sample,
    f.sampleBefore,
    roundTo(f.swing, 4),
    f.samples,
    ...seldomOf(tracker),
  ]);
}

/**
 * Unpacks a tracker; one that 0.1.0 wrote knows nothing of noise that lasts, nor of doubts.
 * @throws Error if a newer program wrote it.
 */
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
    sinceSample = 0,
    sample = raw,
    sampleBefore = null,
    swing = firstSwing,
    samples = 0,
    doubtLevel = null,
    sinceBefore = 0,
    sinceDoubt = 0,
    doubtSeen = 0,
    sinceEcho = null,
    foldLevel = null,
    sinceFold = 0,
    isSureFold = 0,
  ] = JSON.parse(text) as Numbers;
  if (written !== version && written !== firstVersion)
    throw new Error(`trackers of version ${written} are unknown`);
  return {
    filter: {
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
      sampledAt: at - sinceSample,
      sample,
      sampleBefore,
      swing,
      samples,
      echoAt: sinceEcho === null ? 0 : at - sinceEcho,
      ...(doubtLevel === null
        ? noDoubt
        : {
            doubtLevel,
            doubtFrom: at - sinceBefore,
            doubtSince: at - sinceDoubt,
            doubtSeen,
          }),
    },
    mark: { level: markLevel, volume: markVolume },
    rise: {
      isFilling: isFilling === 1,
      low: { level: lowLevel, volume: lowVolume },
      lowAt: at - sinceLow,
      high: { level: highLevel, volume: highVolume },
      highAt: at - sinceHigh,
      hidden,
    },
    fold:
      foldLevel === null
        ? null
        : { level: foldLevel, at: at - sinceFold, isSure: isSureFold === 1 },
    ratio,
    hasGap: hasGap === 1,
  };
}

type Numbers = [
  version: number,
  at: number,
  raw: number,
  rawBefore: number | null,
  spacing: number,
  level: number,
  variance: number,
  noise: number,
  count: number,
  lag: number,
  doubts: number,
  markLevel: number,
  markVolume: number | null,
  ratio: number | null,
  hasGap: number,
  isFilling: number,
  lowLevel: number,
  lowVolume: number | null,
  sinceLow: number,
  highLevel: number,
  highVolume: number | null,
  sinceHigh: number,
  hidden: number,
  sinceSample?: number,
  sample?: number,
  sampleBefore?: number | null,
  swing?: number,
  samples?: number,
  doubtLevel?: number | null,
  sinceBefore?: number,
  sinceDoubt?: number,
  doubtSeen?: number,
  sinceEcho?: number | null,
  foldLevel?: number | null,
  sinceFold?: number,
  isSureFold?: number,
];

function litres(volume: number | null): number | null {
  return volume === null ? null : roundTo(volume, 3);
}
