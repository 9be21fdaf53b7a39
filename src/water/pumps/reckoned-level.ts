import { hourMs } from '../../kit/time/units.ts';
import type { PumpState } from './pump-state.ts';

/**
 * Returns the level that a run has reached by its own rate where the sensor has not shown it for twice the
 * time in which it should have; undefined where the sensor keeps up, or the rate is not known.
 */
export function reckonedLevel(state: PumpState, now: number): number | undefined {
  const { onSince, roseTo, roseAt, risePerHour } = state;
  if (onSince === undefined || roseTo === undefined || roseAt === undefined) return undefined;
  const risen = ((risePerHour ?? 0) * (now - roseAt)) / hourMs;
  return risen >= reckonedRise ? roseTo + risen : undefined;
}

/** Returns the instant at which a run reaches a level by its own rate; undefined where that is not known. */
export function reachesAt(state: PumpState, level: number): number | undefined {
  const { roseTo, roseAt, risePerHour = 0 } = state;
  if (roseTo === undefined || roseAt === undefined || risePerHour <= 0) return undefined;
  const risen = Math.max(reckonedRise, level - roseTo);
  return Math.ceil(roseAt + (risen * hourMs) / risePerHour);
}

/** Percent by which a level is reckoned to have risen before that counts. */
const reckonedRise = 4;
