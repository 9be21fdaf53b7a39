import { omit } from '../../kit/fields.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { liftOf } from './pump-draw.ts';
import type { HeldValue, PumpReading, PumpState } from './pump-state.ts';
import { ofResuming } from './unseen-time.ts';

export type Circumstances = {
  /** True if the server switches the pump by the level. */
  isSteered: boolean;
  /** True if the sensor may be stuck: then a steered pump is stopped, and a run by hand is not judged. */
  isBlind?: boolean;
  /** Level at which the board stops the pump by itself; none is known where it is left out. */
  stopLevel?: number;
  /** Highest percent that the sensor can say; 100 where it is left out. */
  sensorTop?: number;
  /** Percent an hour by which the pump fills the tank, as its owner states. */
  statedPerHour?: number;
  /** What is known of the measured value; one that was measured for this very reading where it is left out. */
  held?: HeldValue;
  /** Instant at which the server ends a run that it began, and the time since the reading before. */
  endsAt?: number;
  gapMs?: number;
  /** Longest run of the pump in milliseconds; 0 where it is left out. */
  maxRunMs?: number;
};

/** Greatest rise by a pump between two readings, in percent; a greater one is believed with the next reading. */
const fastRise = 10;

/** Notes how far a pump can have brought the measured level since the reading before. */
export function noteRise(known: PumpState, { level, measured }: PumpReading): PumpState {
  const { risenTo, measured: before } = known;
  const isFirst = risenTo === undefined || before === undefined;
  return { ...known, measured, risenTo: isFirst ? level : Math.min(measured, before + fastRise) };
}

/**
 * Judges a run by what the level does: an `on` without a rise in the time that this tank needs is a pump that
 * runs dry, and a rise that stops is a well that has run dry, or a sensor that is frozen.
 */
export function watchRise(
  state: PumpState,
  reading: PumpReading,
  circumstances: Circumstances,
): PumpState {
  if (!state.isCertain || reading.at < (state.onSince ?? reading.at)) return state;
  return state.hasRisen
    ? watchProgress(state, reading, circumstances)
    : awaitRise(state, reading, circumstances);
}

function awaitRise(state: PumpState, reading: PumpReading, about: Circumstances): PumpState {
  const { at, noise } = reading;
  const { patience = 1, dryAfterMs = dryAfterOf([], noise) } = state;
  const { watchedSince = at, watchedLevel = reading.level } = state;
  const leastLevel = Math.min(state.leastLevel ?? reading.level, reading.level);
  const level = highestOf(state, reading);
  const visible = visibleRise(noise);
  const watched = { ...state, watchedSince, watchedLevel, leastLevel };
  const lift = showsPlainly(state, visible) ? 0 : liftOf(watched, reading);
  const rise = Math.max(level - leastLevel, mayBeSlow(state, about) ? lift : 0);
  if (rise >= visible) {
    const rate = (rise * hourMs) / Math.max(minuteMs, at - watchedSince);
    // What seems a slow rise may be noise: the run before says how soon the next one is due.
    const risePerHour = (rate + (state.risePerHour ?? rate)) / 2;
    return {
      ...omit(watched, 'leastLevel', 'watchedSince', 'dryAt', ...ofResuming),
      hasRisen: true,
      bringsWater: true,
      roseTo: level,
      roseAt: at,
      risePerHour,
    };
  }
  if (wasDry(state)) return watched;
  if (leastLevel + visible > (about.sensorTop ?? 100)) return watchAnew(watched, reading);
  // A slow pump shows half a rise by then, and is given time for the rest.
  const isRising = rise >= visible / 2 || (state.risePerHour !== undefined && lift >= visible / 2);
  const usualMs = Math.max(dryAfterMs, knownDryAfter(state, visible, about));
  const dueMs = isLastOfRun(reading, about)
    ? dryAfterMs
    : Math.min(longestDryAfterMs, usualMs * patience * (isRising ? slowPatience : 1));
  const shownMs = shownAt(reading, about) - watchedSince;
  return tellsOfRun(reading) && shownMs >= dueMs ? endDry(watched, reading, about) : watched;
}

/**
 * Begins to watch a run anew whose level is as high as its sensor can say: no rise shows there, and what the pump
 * brings is reckoned by the rate of the run before.
 */
function watchAnew(state: PumpState, { at, level }: PumpReading): PumpState {
  const { roseTo = level, roseAt = at } = state;
  return { ...state, watchedSince: at, watchedLevel: level, leastLevel: level, roseTo, roseAt };
}

/** False of a reading that is in doubt, and of one that says that the pump is off, which may be told late. */
function tellsOfRun({ isSuspect, pump }: PumpReading): boolean {
  return !isSuspect && pump !== 'off';
}

/** True if the run was told already to bring nothing. */
function wasDry({ onSince, dryAt, latchedAt }: PumpState): boolean {
  const isOfRun = (dry: number | undefined) =>
    dry !== undefined && onSince !== undefined && dry >= onSince;
  return isOfRun(dryAt) || isOfRun(latchedAt);
}

/** True if the server ends the run before the next reading: what has not shown by then does not show in it. */
function isLastOfRun({ at }: PumpReading, { endsAt, gapMs = 0 }: Circumstances): boolean {
  return endsAt !== undefined && at + gapMs >= endsAt;
}

/**
 * True if that people draw less than before may be taken for the rise of a slow pump: its owner says that it is
 * slow, or that nothing was wrong with a run that did not show. Of any other it is only a reason to wait: a
 * draw that ends looks the same, and the level of a pump that brings nothing falls on.
 */
function mayBeSlow({ patience = 1, risePerHour }: PumpState, { statedPerHour }: Circumstances) {
  return patience > 1 || (statedPerHour !== undefined && risePerHour === undefined);
}

/**
 * Returns the time in which a rise shows while people draw their most, by the rate of the run before, and by the
 * rate that the owner states.
 */
function knownDryAfter(
  { risePerHour, mostDraw = 0 }: PumpState,
  visible: number,
  { statedPerHour }: Circumstances,
): number {
  const expectedMs = (perHour: number) =>
    (3 * visible * hourMs) / Math.max(leastRate, perHour - mostDraw);
  const learntMs = risePerHour === undefined ? 0 : expectedMs(risePerHour);
  const statedMs = statedPerHour === undefined ? 0 : expectedMs(statedPerHour);
  return Math.max(Math.min(mostDryAfterMs, learntMs), Math.min(longestDryAfterMs, statedMs));
}

/**
 * True if the run before filled so fast that a run shows in the level itself, whatever people draw: that they
 * draw less than before is then no sign of it.
 */
function showsPlainly({ risePerHour = 0, mostDraw = 0 }: PumpState, visible: number): boolean {
  return risePerHour - mostDraw >= (3 * visible * hourMs) / mostDryAfterMs;
}

/** Times of the usual patience that a level is given which has begun to rise. */
const slowPatience = 3;

/** Watches a run that has brought water for a rise that stops. */
function watchProgress(state: PumpState, reading: PumpReading, about: Circumstances): PumpState {
  const { at, noise } = reading;
  const { roseTo = reading.level, roseAt = at, risePerHour = 0 } = state;
  const { resumedAt = roseAt, resumedLevel = roseTo } = state;
  const level = highestOf(state, reading);
  const visible = visibleRise(noise);
  const from = { level: Math.min(roseTo, resumedLevel), at: Math.max(roseAt, resumedAt) };
  if (level - from.level >= visible) {
    const rate = ((level - from.level) * hourMs) / Math.max(minuteMs, at - from.at);
    const isRested = at < (state.restUntil ?? at);
    const over = isRested ? ([] as const) : (['dryAt'] as const);
    const onward = omit(state, 'dryRuns', ...ofResuming, ...over);
    const risen = { roseTo: level, roseAt: at, risePerHour: (risePerHour + rate) / 2 };
    return { ...onward, ...risen };
  }
  if (wasDry(state)) return state;
  // A board that was told where to stop has stopped there, also before it says so.
  if (Math.max(level, roseTo) >= (about.stopLevel ?? 100) - visible) return state;
  // People may draw all that a slow pump brings, which is no sign of a dry well.
  const netPerHour = Math.max(leastRate, risePerHour - (state.mostDraw ?? 0));
  const expectedMs = (stallPatience * visible * hourMs) / netPerHour;
  const shown = shownAt(reading, about);
  const { alike, since } = heldValueOf(reading, about);
  const isFrozen = alike >= leastAlike && since <= shown - expectedMs;
  const stallMs = isFrozen ? expectedMs : Math.max(leastStallMs, expectedMs);
  const aloneMs = (stallPatience * visible * hourMs) / Math.max(leastRate, risePerHour);
  const mostMs = Math.min(longestDryAfterMs, Math.max(mostDryAfterMs, aloneMs));
  const isOver = shown - from.at >= Math.min(mostMs, stallMs);
  return isOver && tellsOfRun(reading) ? endDry(state, reading, about) : state;
}

/** Least time for which a rise must have stopped: people may draw for as long all that the pump brings. */
const leastStallMs = 45 * minuteMs;
/** Multiple of the time in which this run's level rises visibly, after which its rise has stopped. */
const stallPatience = 4;
/** Least percent an hour by which a run is expected to rise. */
const leastRate = 1;
/** Equal readings from which a sensor counts as frozen if its level should have moved. */
const leastAlike = 4;

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

/**
 * Returns the instant up to which a reading shows what the level did: a value that its board may merely repeat
 * is no news of what has happened since it was measured.
 */
function shownAt(reading: PumpReading, about: Circumstances): number {
  const { since, heldMs } = heldValueOf(reading, about);
  return Math.max(since, reading.at - heldMs);
}

function heldValueOf({ at }: PumpReading, { held }: Circumstances): HeldValue {
  return held ?? { alike: 1, since: at, heldMs: 0 };
}

function highestOf({ risenTo }: PumpState, { level }: PumpReading): number {
  return Math.max(level, risenTo ?? level);
}

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
