import { hourMs, minuteMs } from '../../kit/time/units.ts';
import {
  type FastestFall,
  isImpossible,
  leastAboveZero,
  mayBeEmptied,
  noteFall,
  zeroLevel,
} from './impossible-fall.ts';
import { noiseOf, wandering, wholeNoise } from './level-noise.ts';
import { isLoneZero, longestGapMs, mostDrawn, nearMs } from './rare-zeros.ts';

/**
 * Large step of the level of which it is not yet known whether water made it: an echo that goes, a sensor
 * that says 0 where the water is too near, or a tanker. Until then nothing is booked.
 */
export type Doubt = FastestFall & {
  /** Level before the step, null where nothing is in doubt. */
  doubtLevel: number | null;
  /** Instant of the last reading before the step, and of the first behind it. */
  doubtFrom: number;
  doubtSince: number;
  /** Level that the first one behind it says, null where that moves on as before. */
  doubtTo: number | null;
  /** Readings since the step. */
  doubtSeen: number;
};

/** Instant at which a step was last undone, which an echo does and water hardly: 0 where none was. */
export type EchoKnown = { echoAt: number };

const noStep = { doubtLevel: null, doubtFrom: 0, doubtSince: 0, doubtTo: null };
export const noDoubt: Doubt = { ...noStep, doubtRaw: 0, doubtFastest: 0, doubtSeen: 0 };

/** What became of a doubt: the level came back, stayed, or stayed though water cannot make such a step. */
export type Outcome = 'none' | 'open' | 'returned' | 'stayed' | 'impossible';

/** As much of a filter as a doubt is about. */
export type Doubting = Doubt &
  EchoKnown & {
    at: number;
    raw: number;
    rawBefore: number | null;
    level: number;
    variance: number;
    noise: number;
    swing: number;
    spacing: number;
    lag: number;
    doubts: number;
  };

/** Step from one reading to the next that is an echo as well as water, in percent. */
export const largeStep = 8;
/** A step that stays for so many readings, and so long, is one of the level. */
export const [leastSeen, leastStayMs] = [6, 20 * minuteMs];
/** A sensor whose steps were undone within the last day is doubted for longer: such echoes come in spells. */
const echoesMs = 24 * hourMs;
export const echoStayMs = 6 * hourMs;
/** Zeros that stay so long are the level from there on, though nothing is booked of them. */
const longestMs = 24 * hourMs;
/** Zeros over longer gaps that no water makes count after so many of them. */
const gapsOfZeros = 2;
/** A gap of more than an hour, and than so many before it, is a silence. */
const silences = 3;
/** Deviations within which a level is the one before the step. */
const [returnGate, leastBack] = [4, 1.5];

/**
 * Whether a reading is the 0 of a sensor that fails, or of one that the water is too near. It tells nothing of
 * the level, until nothing else has come for a day, or for two gaps of a board that sends rarely.
 * @param reading its `ratio` is litres of a percent, null where they are unknown.
 */
export function isZeroFault(
  filter: Doubting,
  { at, raw, ratio }: { at: number; raw: number; ratio: number | null },
): boolean {
  const { doubtLevel, doubtSince, level } = filter;
  if (raw > zeroLevel || level < leastAboveZero) return false;
  if (doubtLevel !== null && filter.doubtSeen === 0) return at - doubtSince < zerosLast(filter);
  // A tank that fills comes to where the water is too near while its rise is still in doubt.
  const mayFollow = doubtLevel === null || level > doubtLevel || filter.doubts > 0;
  if (!mayFollow) return false;
  const gap = at - filter.at;
  // Of a board that sends rarely a single reading would be the level.
  if (gap <= nearMs && mayBeEmptied(level, gap, ratio)) return false;
  return level >= mostDrawn(gap) || isBehindSilence(filter, at) || isLoneZero(filter, gap);
}

/** Whether a reading ends a silence: a device that starts again may say 0 before it measures. */
export function isBehindSilence(
  { at: before, spacing }: Pick<Doubting, 'at' | 'spacing'>,
  at: number,
): boolean {
  return spacing > 0 && at - before > Math.max(hourMs, silences * spacing);
}

/** Whether water may have made the zeros in doubt, which are those behind a silence or of a board that sends rarely. */
function mayBeWater({ doubtLevel, doubtFrom, doubtSince }: Doubt): boolean {
  return doubtLevel !== null && doubtLevel < mostDrawn(doubtSince - doubtFrom);
}

/**
 * Time for which zeros tell nothing: a tank that is seen each hour is not empty for a day untold, and the second zero
 * is the level where water may have made it.
 */
export function zerosLast(filter: Doubt & { spacing: number }): number {
  const { doubtFrom: from, doubtSince: since } = filter;
  if (mayBeWater(filter)) return filter.spacing / 2;
  return since - from <= nearMs ? longestMs : gapsOfZeros * (since - from);
}

/** Notes a 0 of a sensor that fails, in place of a rise that is in doubt. */
export function noteZero(filter: Doubting, step: Step): void {
  if (filter.doubtSeen > 0) Object.assign(filter, noDoubt);
  if (filter.doubtLevel === null && isBehindSilence(filter, step.at)) beginDoubt(filter, step);
  else noteStep(filter, { ...step, withinMs: longestGapMs });
}

/**
 * Ends the doubt of zeros: the sensor says something again, has said 0 again where water may have made that, or is new,
 * of which a silence alone makes any.
 */
export function endZeros(filter: Doubting, raw: number, isNew: boolean): void {
  const isOver = raw > zeroLevel || isNew || mayBeWater(filter);
  if (filter.doubtSeen === 0 && isOver) Object.assign(filter, noDoubt);
}

/** Whether the last reading was the 0 of a sensor that fails, also while such zeros are about to be followed. */
export function isOfZeros({ doubtLevel, doubtSeen, raw }: Doubt & { raw: number }): boolean {
  if (doubtLevel === null) return false;
  return doubtSeen === 0 || (raw <= zeroLevel && doubtLevel > leastAboveZero);
}

/** Reading behind another; `large` is the least step that echoes make as well as water, in percent. */
export type SteppedReading = { at: number; raw: number; large: number; isSudden: boolean };
type Step = SteppedReading & { before: number; withinMs?: number };

/** Notes the step that a reading may be; to be called before the filter takes it. */
export function noteStep(filter: Doubting, step: Step): void {
  const { at, raw, before, large, withinMs = nearMs } = step;
  if (filter.doubtLevel !== null || at - filter.at > withinMs) return;
  if (Math.abs(raw - filter.level) <= large) return;
  if (Math.abs(raw - before) <= Math.min(large, largeStep)) return;
  beginDoubt(filter, step);
}

function beginDoubt(filter: Doubting, { at, raw, before, isSudden }: Step): void {
  const doubtTo = isSudden ? raw : null;
  const { level: doubtLevel, at: doubtFrom } = filter;
  Object.assign(filter, {
    ...noDoubt,
    doubtLevel,
    doubtFrom,
    doubtRaw: before,
    doubtSince: at,
    doubtTo,
  });
}

/** Whether a reading lies where the level was before the step that is in doubt. */
export function isReturn(filter: Doubting, at: number, raw: number): boolean {
  const { doubtLevel: level, doubtFrom } = filter;
  if (level === null) return false;
  const within = returnGate * Math.sqrt(wandering(at - doubtFrom) + 2 * noiseOf(filter));
  const [back, fromHere] = [Math.abs(raw - level), Math.abs(raw - filter.level)];
  return back <= Math.max(1, Math.min(within, largeStep)) && back < fromHere;
}

/** Puts the filter back to where it was before the step. */
export function endDoubt(filter: Doubting, at: number, raw: number): void {
  const { doubtLevel, doubtFrom } = filter;
  if (doubtLevel === null) return;
  const noise = noiseOf(filter);
  const variance = noise + wandering(at - doubtFrom);
  const gain = variance / (variance + noise);
  filter.level = doubtLevel + gain * (raw - doubtLevel);
  filter.variance = variance * (1 - gain);
  filter.lag = 0;
  filter.doubts = 0;
  noteEcho(filter, doubtLevel);
  Object.assign(filter, noDoubt);
}

/** Follows a doubt after the filter has taken a reading. @param ratio litres of a percent. */
export function followDoubt(
  filter: Doubting,
  verdict: 'believed' | 'waits' | 'refused' | 'jumped',
  ratio: number | null,
): Outcome {
  const { doubtLevel: level } = filter;
  if (level === null) return 'none';
  noteFall(filter);
  if (verdict === 'refused' || verdict === 'waits') {
    filter.doubtSeen += 1;
    return 'open';
  }
  // A filter that has hardly followed the step is where it was, though its sensor is not.
  if (
    Math.max(Math.abs(filter.level - level), Math.abs(filter.raw - level)) <= backWithin(filter)
  ) {
    noteEcho(filter, level);
    Object.assign(filter, noDoubt);
    return 'returned';
  }
  filter.doubtSeen += 1;
  const isFault = isImpossible(filter, level, ratio);
  if (!hasStayed(filter, leastTime(filter, isFault))) return 'open';
  Object.assign(filter, noDoubt);
  return isFault ? 'impossible' : 'stayed';
}

/** Time for which a step has to stay: a sensor that fails says 0 for hours, of which there is nothing to be booked. */
function leastTime(filter: Doubting, isFault: boolean): number {
  if (isFault && filter.level <= zeroLevel) return longestMs;
  return hasEchoes(filter) ? echoStayMs : leastStayMs;
}

/** Percent within which the level is back where it was before the step, as far as its noise can tell. */
function backWithin(filter: Doubting): number {
  return Math.min(largeStep / 2, Math.max(leastBack, returnGate * Math.sqrt(wholeNoise(filter))));
}

export function hasStayed(
  { doubtSeen, doubtFrom, doubtSince, at }: Doubting,
  leastMs: number,
): boolean {
  // Of a board that sends rarely only zeros are in doubt, and those have been refused for two gaps by then.
  const needed = doubtSince - doubtFrom > nearMs ? 1 : leastSeen;
  return doubtSeen >= needed && at - doubtSince >= leastMs;
}

/** Notes an echo from above the water; a draw that is made good looks the same the other way round. */
function noteEcho(filter: Doubting, level: number): void {
  if ((filter.rawBefore ?? 0) - level > largeStep) filter.echoAt = filter.at;
}

export function hasEchoes({ echoAt, doubtSince, doubtLevel, level }: Doubting): boolean {
  const isRise = doubtLevel !== null && level > doubtLevel;
  return isRise && echoAt > 0 && doubtSince - echoAt < echoesMs;
}
