import { roundTo } from '../../kit/round.ts';
import { dayMs } from '../../kit/time/units.ts';
import { noDoubt } from './doubt.ts';
import { firstSwing } from './level-swing.ts';
import type { Tracker } from './tracker.ts';
import { firstVersion, version, type WrittenTracker } from './tracker-layout.ts';

/** An echo counts for a day, behind which it is left out. */
const echoMs = dayMs;

/**
 * Rounds the numbers of a tracker in place, as it is to be after each reading: stored or not, it goes on from
 * the same. They are rounded far below the precision of any sensor, which keeps the text short, and lets two
 * histories that differ in one old reading arrive at the same tracker.
 */
export function roundTracker(tracker: Tracker): void {
  const { filter, mark, rise, fold, ratio } = tracker;
  filter.level = rounded(filter.level, 4);
  filter.variance = rounded(filter.variance, 6);
  filter.noise = rounded(filter.noise, 6);
  filter.lag = rounded(filter.lag, 3);
  filter.swing = rounded(filter.swing, 4);
  if (filter.doubtLevel !== null) filter.doubtLevel = rounded(filter.doubtLevel, 4);
  filter.doubtFastest = rounded(filter.doubtFastest, 3);
  if (filter.at - filter.echoAt > echoMs) filter.echoAt = 0;
  for (const each of [mark, rise.low, rise.high]) {
    if (each.volume !== null) each.volume = rounded(each.volume, 3);
  }
  rise.hidden = rounded(rise.hidden, 4);
  if (fold) {
    fold.level = rounded(fold.level, 2);
    fold.step = rounded(fold.step, 2);
  }
  if (ratio !== null) tracker.ratio = rounded(ratio, 6);
}

/** A text knows no negative zero, so the sum has none. */
function rounded(value: number, decimals: number): number {
  return roundTo(value, decimals) + 0;
}

function doubtOf(f: Tracker['filter']): (number | null)[] {
  const echo = f.echoAt > 0 ? [f.at - f.echoAt] : [];
  if (f.doubtLevel === null) return echo.length > 0 ? [null, 0, 0, null, 0, 0, 0, ...echo] : [];
  const step = [f.doubtLevel, f.at - f.doubtFrom, f.at - f.doubtSince, f.doubtTo];
  return [...step, f.doubtRaw, f.doubtFastest, f.doubtSeen, ...echo];
}

/**
 * What is seldom there stands at the end: what is in doubt, the level at which a sensor folds, and a fall that no
 * outlet makes.
 */
function seldomOf({ filter, fold, fallen, blindAt }: Tracker): (number | null)[] {
  const { at } = filter;
  const written = doubtOf(filter);
  const ofBlind = blindAt === null ? [] : [blindAt - at];
  if (!fold && !fallen && blindAt === null) return written;
  const ofFold = fold
    ? [fold.level, fold.step, at - fold.at, fold.isSure ? 1 : 0]
    : [null, 0, 0, 0];
  const isInside = fold?.isInside === true;
  const ofInside = isInside || blindAt !== null ? [isInside ? 1 : 0] : [];
  const none = ofInside.length > 0 ? [null, 0] : [];
  const ofFall = fallen ? [fallen.by, at - fallen.at] : none;
  return [
    ...written,
    ...[null, 0, 0, null, 0, 0, 0, null].slice(written.length),
    ...ofFold,
    ...ofFall,
    ...ofInside,
    ...ofBlind,
  ];
}

/** Packs a tracker as its row stores it, which rounds it. */
export function packTracker(tracker: Tracker): string {
  roundTracker(tracker);
  const { filter: f, mark, rise: w, ratio, hasGap, isLost } = tracker;
  return JSON.stringify([
    version,
    f.at,
    f.raw,
    f.rawBefore,
    f.spacing,
    f.level,
    f.variance,
    f.noise,
    f.count,
    f.lag,
    f.doubts,
    mark.level,
    mark.volume,
    ratio,
    (hasGap ? 1 : 0) + (isLost ? 2 : 0),
    w.isFilling ? 1 : 0,
    w.low.level,
    w.low.volume,
    f.at - w.lowAt,
    w.high.level,
    w.high.volume,
    f.at - w.highAt,
    w.hidden,
    f.at - f.sampledAt,
    f.sample,
    f.sampleBefore,
    f.swing,
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
    flags,
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
    doubtTo = null,
    doubtRaw = 0,
    doubtFastest = 0,
    doubtSeen = 0,
    sinceEcho = null,
    foldLevel = null,
    foldStep = 0,
    sinceFold = 0,
    isSureFold = 0,
    fallenBy = null,
    sinceFallen = 0,
    isInside = 0,
    sinceBlind = null,
  ] = JSON.parse(text) as WrittenTracker;
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
            doubtTo,
            doubtRaw,
            doubtFastest,
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
        : {
            level: foldLevel,
            step: foldStep,
            at: at - sinceFold,
            isSure: isSureFold === 1,
            isInside: isInside === 1,
          },
    ratio,
    hasGap: (flags & 1) > 0,
    isLost: (flags & 2) > 0,
    fallen: fallenBy === null ? null : { by: fallenBy, at: at - sinceFallen },
    blindAt: sinceBlind === null ? null : at + sinceBlind,
  };
}
