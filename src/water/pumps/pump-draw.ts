import { roundTo } from '../../kit/round.ts';
import { hourMs } from '../../kit/time/units.ts';
import type { PumpReading, PumpState } from './pump-state.ts';

/** Follows the draw while the pump is off, against which a slow pump has to show. */
export function noteDraw(state: PumpState, { at, level, isSuspect }: PumpReading): PumpState {
  const { drawLevel, drawAt, draw = 0 } = state;
  if (isSuspect || (drawAt !== undefined && at <= drawAt)) return state;
  if (drawLevel === undefined || drawAt === undefined) {
    return { ...state, drawLevel: level, drawAt: at };
  }
  const hours = (at - drawAt) / hourMs;
  const drawn = Math.max(
    0,
    draw + ((drawLevel - level) / hours - draw) * Math.min(1, drawShare * hours),
  );
  const most = Math.max(drawn, (state.mostDraw ?? 0) * (1 - Math.min(1, hours / peakLastsHours)));
  const known = { draw: roundTo(drawn, 2), mostDraw: roundTo(most, 2) };
  return { ...state, drawLevel: level, drawAt: at, ...known };
}

/** Returns the rise of a run above what people would have drawn since, while that is known from before it. */
export function liftOf(
  { watchedLevel, watchedSince, draw }: PumpState,
  { at, level }: PumpReading,
) {
  if (watchedLevel === undefined || watchedSince === undefined || draw === undefined) return 0;
  const ms = at - watchedSince;
  return ms > drawLastsMs || level < nearlyEmpty ? 0 : level - watchedLevel + (draw * ms) / hourMs;
}

/** Hours over which the greatest draw is forgotten. */
const peakLastsHours = 48;
/** Share of an hour's draw that replaces what was known: the last twenty minutes count. */
const drawShare = 3;
/** Level in percent below which hardly anything can be drawn. */
const nearlyEmpty = 5;
/** Time for which people go on to draw as they did. */
const drawLastsMs = 2 * hourMs;
