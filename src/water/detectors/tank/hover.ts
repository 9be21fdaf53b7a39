import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { type Memory, type Observation, rearmMargin, type Verdict } from '../detector.ts';

/**
 * Names of what is remembered of a level about its low threshold: the minutes since which it is low, and back; and 1
 * once that was told.
 */
export const hoverNames = ['lowSince', 'lowTold', 'backSince'] as const;

/** Margins of a level that water has raised for certain, and not the heat of the day alone. */
const marginsOfWater = 2;
/** The heat of a day has passed after this. */
const heatMs = dayMs;

/**
 * Ends a low level that was told only once it is back for certain: by more than heat moves a sensor, or for a day
 * without a break.
 * @param verdict by the level alone.
 * @param of the memory, and the time for which a warning in doubt must have held.
 */
export function followHover(
  verdict: Verdict<'low'>,
  { recordedAt, level, noise, thresholds }: Observation,
  { memory, patienceMs }: { memory: Memory; patienceMs: number },
): { verdict: Verdict<'low'>; memory?: Memory } {
  const at = Math.floor(recordedAt / minuteMs);
  const { lowSince = at, lowTold, backSince = at } = memory;
  if (verdict.is === 'wrong') {
    const isSure = verdict.severity === 'critical' || verdict.isCertain === true;
    const isTold = lowTold !== undefined || isSure || (at - lowSince) * minuteMs >= patienceMs;
    return { verdict, memory: { lowSince, ...(isTold && { lowTold: 1 }) } };
  }
  if (verdict.is === 'unclear') {
    // A level within the margin is not back, while one in doubt says nothing.
    const isHere = level - thresholds.low <= rearmMargin(noise);
    const { backSince: _, ...low } = memory;
    return Object.keys(memory).length > 0
      ? { verdict, memory: isHere ? low : memory }
      : { verdict };
  }
  const isFar = level - thresholds.low > marginsOfWater * rearmMargin(noise);
  const isBack = isFar || (at - backSince) * minuteMs >= heatMs;
  if (lowTold === undefined || isBack) return { verdict };
  return { verdict: { is: 'unclear' }, memory: { lowSince, lowTold, backSince } };
}
