import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { PumpReading, PumpState } from './pump-facts.ts';

export type Circumstances = {
  /** True if the server switches the pump by the level. */
  isSteered: boolean;
  /** True if the sensor may be stuck: then a steered pump is stopped, and a run by hand is not judged. */
  isBlind?: boolean;
};

/**
 * Judges a run by what the level does: an `on` without a rise in the time that this tank needs is a pump that
 * runs dry, and a rise that stops is a well that has run dry, or a sensor that is frozen.
 */
export function watchRise(
  known: PumpState,
  reading: PumpReading,
  circumstances: Circumstances,
): PumpState {
  const state = noteMeasured(known, reading);
  if (!state.isCertain || reading.at < (state.onSince ?? reading.at)) return state;
  return state.hasRisen
    ? watchProgress(state, reading, circumstances)
    : awaitRise(state, reading, circumstances);
}

/** Notes the measured level, how far a pump can have brought it, and since when it is the very same. */
function noteMeasured(state: PumpState, { at, level, measured }: PumpReading): PumpState {
  const { measured: before, sameSince = at, same = 0 } = state;
  const risenTo = before === undefined ? level : Math.min(measured, before + fastRise);
  const isSame = before === measured;
  return {
    ...state,
    ...{ measured, risenTo },
    ...{ sameSince: isSame ? sameSince : at, same: isSame ? same + 1 : 1 },
  };
}

function awaitRise(state: PumpState, reading: PumpReading, about: Circumstances): PumpState {
  const { at, noise } = reading;
  const { watchedSince = at, patience = 1, dryAfterMs = dryAfterOf([], noise) } = state;
  const leastLevel = Math.min(state.leastLevel ?? reading.level, reading.level);
  const level = highestOf(state, reading);
  const visible = visibleRise(noise);
  const watched = { ...state, watchedSince, leastLevel };
  if (level - leastLevel >= visible) {
    const { leastLevel: _, watchedSince: __, dryAt: ___, patience: ____, ...risen } = watched;
    const rate = ((level - leastLevel) * hourMs) / Math.max(minuteMs, at - watchedSince);
    return {
      ...risen,
      ...{ hasRisen: true, bringsWater: true, roseTo: level, roseAt: at, risePerHour: rate },
    };
  }
  // A slow pump shows half a rise by then, and is given time for the rest.
  const isRising = level - leastLevel >= visible / 2;
  const dueMs = dryAfterMs * patience * (isRising ? slowPatience : 1);
  const isDry = !reading.isSuspect && at - watchedSince >= Math.min(longestDryAfterMs, dueMs);
  return isDry ? endDry(watched, reading, about) : watched;
}

/** Times of the usual patience that a level is given which has begun to rise. */
const slowPatience = 3;

/** Watches a run that has brought water for a rise that stops. */
function watchProgress(state: PumpState, reading: PumpReading, about: Circumstances): PumpState {
  const { at, noise } = reading;
  const { roseTo = reading.level, roseAt = at, risePerHour = 0 } = state;
  const level = highestOf(state, reading);
  const visible = visibleRise(noise);
  if (level - roseTo >= visible) {
    const rate = ((level - roseTo) * hourMs) / Math.max(minuteMs, at - roseAt);
    const { dryRuns: _, ...onward } = state;
    const risen = { roseTo: level, roseAt: at, risePerHour: (risePerHour + rate) / 2 };
    return { ...onward, ...risen };
  }
  if (state.dryAt !== undefined && state.dryAt >= (state.onSince ?? at)) return state;
  const expectedMs = (stallPatience * visible * hourMs) / Math.max(leastRate, risePerHour);
  const isFrozen = (state.same ?? 0) >= leastSame && (state.sameSince ?? at) <= at - expectedMs;
  const stallMs = isFrozen ? expectedMs : Math.max(usualDryAfterMs, expectedMs);
  const isOver = at - roseAt >= Math.min(longestDryAfterMs, stallMs);
  return isOver && !reading.isSuspect ? endDry(state, reading, about) : state;
}

/** Multiple of the time in which this run's level rises visibly, after which its rise has stopped. */
const stallPatience = 4;
/** Percent an hour that any pump brings. */
const leastRate = 1;
/** Equal readings from which a sensor counts as frozen if its level should have moved. */
const leastSame = 4;

/**
 * Ends a run without water. A pump that has brought water before is rested, longer each time, since a well
 * fills again; it is latched where that does not help, or where it never brought any.
 */
function endDry(state: PumpState, { at }: PumpReading, about: Circumstances): PumpState {
  const isOurs = state.isCommanded || about.isSteered;
  if (!isOurs) return about.isBlind ? state : { ...state, dryAt: state.dryAt ?? at };
  const { dryRuns = 0 } = state;
  if (!state.bringsWater || dryRuns >= mostDryRuns) return { ...state, latchedAt: at };
  const restUntil = at + firstRestMs * restGrowth ** dryRuns;
  return { ...state, dryAt: at, restUntil, dryRuns: dryRuns + 1 };
}

/** Runs without water after which a pump that has brought some is latched. */
const mostDryRuns = 3;
/** Rest of a well that has run dry, and by how much it grows with each run that brings nothing. */
const firstRestMs = hourMs;
const restGrowth = 3;

function highestOf({ risenTo }: PumpState, { level }: PumpReading): number {
  return Math.max(level, risenTo ?? level);
}

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

/**
 * Greatest rise by a pump between two readings, in percent; a greater one is believed with the next reading.
 */
const fastRise = 10;

/** Returns the least rise that cannot be the sensor's noise, in percent. */
export function visibleRise(noise: number): number {
  return Math.max(1, 4 * noise);
}

/** Time until a rise of one percent shows in a tank without known refills. */
const usualDryAfterMs = 15 * minuteMs;
const mostDryAfterMs = 120 * minuteMs;
/** The same where the tank is known to fill slowly. */
const longestDryAfterMs = 6 * hourMs;

/**
 * Returns the time in which a refill shows in a tank: three times that of its median refill.
 * @param rates of its refills, in percent an hour
 */
export function dryAfterOf(rates: readonly number[], noise: number): number {
  const sorted = rates.filter((rate) => rate > 0).sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  if (median === undefined) {
    return Math.min(mostDryAfterMs, usualDryAfterMs * visibleRise(noise));
  }
  const expectedMs = (visibleRise(noise) / median) * hourMs;
  return Math.min(longestDryAfterMs, Math.max(usualDryAfterMs, 3 * expectedMs));
}
