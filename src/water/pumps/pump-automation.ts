import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Thresholds } from '../status.ts';
import type { PumpState, PumpWord } from './pump-state.ts';
import { reachesAt, reckonedLevel } from './reckoned-level.ts';

/** Levels between which the server steers a pump: on below the one, off above the other. */
export type Automation = { onBelow: number; offAbove: number };

/** Longest run of a pump and its least rest after it, in milliseconds. */
export type PumpLimits = { maxRunMs: number; restMs: number };

/** Limits of a sensor without a configuration, in minutes. */
export const defaultPumpMinutes = { maxRun: 240, rest: 10 };

export type LastSwitch = {
  command: PumpWord;
  /** True if it waits for the device, which may not have fetched it. */
  isPending: boolean;
  /** True if the owner sent it, not the server. */
  isByOwner?: boolean;
  /** Level up to which the owner lets the run go, in percent. */
  stopLevel?: number | undefined;
};

/**
 * Tank that a pump takes its water from; its level is undefined where it is unknown or too old. `lowest` is
 * the measured level where that is lower than the filtered one.
 */
export type SourceTank = {
  level: number | undefined;
  lowest?: number | undefined;
  low: number;
  /** Instant from which no run goes on without its level; as soon as that is unknown where it is left out. */
  blindAt?: number;
};

/** Facts by which a pump is switched. */
export type PumpSituation = {
  now: number;
  /** Filtered level in percent; undefined where it is unknown or too old. */
  level: number | undefined;
  /** True if the level is as high as the sensor can say, of one that does not see the brim. */
  isAtTop?: boolean;
  /** Instant from which no run of the server's own goes on by the latest reading. */
  blindAt: number;
  /** Status of the pump in the latest reading. */
  pump: PumpWord | null;
  state: PumpState;
  thresholds: Thresholds;
  limits: PumpLimits;
  automation: Automation | undefined;
  /** Undefined where the water comes from elsewhere. */
  source: SourceTank | undefined;
  last: LastSwitch | undefined;
};

/** Age from which a level no longer counts as the present one. */
export const oldLevelMs = 30 * minuteMs;

/** Usual intervals of a device without a reading after which no run goes on by the last one. */
const blindIntervals = 2;

/** Returns the instant from which no run of the server's own goes on by a reading, the latest of a sensor. */
export function blindFrom(recordedAt: number, usualMs = 0): number {
  return recordedAt + Math.max(oldLevelMs, blindIntervals * usualMs);
}

/** Percent above its low threshold that the source must hold before the pump starts. */
export const sourceMargin = 5;

/** What a situation calls for: a command, if any, and when a pump that runs is to be looked at again. */
type PumpDecision = { command: PumpWord | undefined; checkAt: number | null };

/** Decides what a pump's situation calls for. */
export function decide(situation: PumpSituation): PumpDecision {
  return { command: steerPump(situation), checkAt: nextCheckAt(situation) };
}

/**
 * Returns the command that the situation of a pump calls for, if any. Between its levels the pump keeps doing
 * what it does. Nothing is sent twice: neither while the same command still waits for the device, nor to a
 * pump that obeys it already; a pump that reports nothing is assumed to obey its last command.
 */
export function steerPump(situation: PumpSituation): PumpWord | undefined {
  const { state, last, automation, level } = situation;
  if (mustStop(situation)) return isWaiting(last, 'off') ? undefined : 'off';
  if (!automation || level === undefined) return undefined;
  if ((highestLevel(situation) ?? level) > automation.offAbove)
    return isKnownOff(situation) ? undefined : 'off';
  if (level >= automation.onBelow) return undefined;
  const isOnOrToBe = state.onSince !== undefined || isWaiting(last, 'on');
  return isOnOrToBe || !mayStart(situation) ? undefined : 'on';
}

/** True if the server may switch the pump on; its owner may at any time. */
export function mayStart(situation: PumpSituation): boolean {
  return whyNotStart(situation) === undefined;
}

export type StartRefusal =
  | 'latched'
  | 'full'
  | 'resting'
  | 'source_low'
  | 'source_unknown'
  | 'level_unknown';

/** Returns the reason for which the server may not switch the pump on; undefined where it may. */
export function whyNotStart(situation: PumpSituation): StartRefusal | undefined {
  const { now, level, isAtTop, state, limits, source } = situation;
  if (state.latchedAt !== undefined) return 'latched';
  if (isAtTop || (level !== undefined && level >= stopLevelOf(situation))) return 'full';
  if (isResting(state, limits, now)) return 'resting';
  if (source?.level !== undefined && source.level <= source.low + sourceMargin) return 'source_low';
  if (source && source.level === undefined) return 'source_unknown';
  return level === undefined ? 'level_unknown' : undefined;
}

function isResting({ offSince, restUntil = 0 }: PumpState, { restMs }: PumpLimits, now: number) {
  return now < restUntil || (offSince !== undefined && now - offSince < restMs);
}

/**
 * True if a pump that runs, may run against the word of its board, or is about to, must be switched off. A pump
 * that was switched on by hand and that the server does not steer is left alone.
 */
export function mustStop(situation: PumpSituation): boolean {
  if (mustEnd(situation)) return true;
  const goingOn = asIfGoingOn(situation);
  if (!goingOn || isOrderedAnew(situation)) return false;
  const { last, now, limits } = situation;
  // With the run before, an `on` of the owner has only the longest time in common.
  return isWaiting(last, 'on') && last?.isByOwner
    ? now >= stopDueAt(goingOn.state.onSince, limits)
    : mustEnd(goingOn);
}

/** Time after its longest for which a run that may go on is told `off`; 0.1.0 kept each until the next command. */
const inDoubtMs = { ofNow: dayMs, ofBefore: hourMs };

/**
 * True if a run may go on that was told no `off`, and is off by the word of its board alone, which may always be wrong.
 */
export function mayGoOn({ state, limits, now }: Pick<PumpSituation, 'state' | 'limits' | 'now'>) {
  const { order, onSince } = state;
  if (!order || onSince !== undefined) return false;
  const doubtMs = inDoubtMs[order.saidOn === undefined ? 'ofBefore' : 'ofNow'];
  return now < stopDueAt(order.onSince, limits) + doubtMs;
}

/** Returns the situation of a run that may go on as if it did. Undefined where there is none. */
function asIfGoingOn<T extends Pick<PumpSituation, 'state' | 'limits' | 'now'>>(situation: T) {
  const { order } = situation.state;
  if (!order || !mayGoOn(situation)) return undefined;
  return { ...situation, state: { ...situation.state, ...order, isCommanded: true } };
}

/**
 * True if an `on` waits that begins a run of its own: it was sent after the longest run before it was over, or its
 * board has said `on` in that one, so that its `off` is believed.
 */
function isOrderedAnew({ state, last, limits }: PumpSituation): boolean {
  const { order, orderedAt = 0 } = state;
  if (!isWaiting(last, 'on') || order === undefined) return false;
  return order.saidOn === true || orderedAt >= stopDueAt(order.onSince, limits);
}

function mustEnd(situation: PumpSituation): boolean {
  const { now, state, source, last } = situation;
  const isAboutToRun = isWaiting(last, 'on');
  const isRunning = state.onSince !== undefined && isOurs(situation);
  if (!isAboutToRun && !isRunning) return false;
  const highest = highestLevel(situation);
  if (highest !== undefined && highest >= stopLevelOf(situation)) return true;
  const sourceLevel = source?.lowest ?? source?.level;
  if (source && sourceLevel !== undefined && sourceLevel <= source.low) return true;
  if (!isRunning || state.onSince === undefined) return false;
  if (now >= stopDueAt(state.onSince, situation.limits)) return true;
  const ranDryAt = Math.max(state.latchedAt ?? 0, state.dryAt ?? 0);
  if (ranDryAt >= state.onSince) return true;
  if ((reckonedLevel(state, now) ?? 0) >= stopLevelOf(situation)) return true;
  if (state.toldOffAt !== undefined && !isAboutToRun) return true;
  // The server steers no pump blindly.
  return !state.isByOwner && (now >= situation.blindAt || isSourceUnseen(source, now));
}

function isSourceUnseen(source: SourceTank | undefined, now: number): boolean {
  return source !== undefined && source.level === undefined && now >= (source.blindAt ?? now);
}

/** True if a run is one that the server looks after: a command began it, or the server steers the pump. */
export function isOurs({
  state,
  automation,
}: Pick<PumpSituation, 'state' | 'automation'>): boolean {
  return state.isCommanded === true || automation !== undefined;
}

/**
 * Returns the instant at which a run is to be ended: a little before its maximum, so that the `off` may be
 * lost a few times on its way, yet a short run is cut by no more than a tenth.
 */
export function stopDueAt(onSince: number, { maxRunMs }: Pick<PumpLimits, 'maxRunMs'>): number {
  return onSince + maxRunMs - Math.min(5 * minuteMs, maxRunMs / 10);
}

/** Returns the instant of the next check of a pump that runs, or may; null of any other. */
export function nextCheckAt(known: Omit<PumpSituation, 'level' | 'pump'>): number | null {
  const situation = asIfGoingOn(known) ?? known;
  const { now, state, limits, source } = situation;
  if (state.onSince === undefined) return null;
  const needsLevel = isOurs(situation) && !state.isByOwner;
  const longestAt = stopDueAt(state.onSince, limits);
  const dueAt = needsLevel ? Math.min(longestAt, situation.blindAt) : longestAt;
  if (dueAt <= now || source !== undefined) return now + minuteMs;
  const fullAt = reachesAt(state, stopLevelOf(situation)) ?? dueAt;
  return fullAt > now ? Math.min(dueAt, fullAt) : dueAt;
}

/**
 * Returns the filtered level, or the pump's possible rise since the reading before where that is higher: the
 * filter follows a fast refill late.
 */
function highestLevel({ level, state }: PumpSituation): number | undefined {
  return level === undefined ? undefined : Math.max(level, state.risenTo ?? level);
}

/** Returns the level at which a pump is stopped: the high threshold, unless its owner says otherwise. */
export function stopLevelOf({
  state,
  last,
  automation,
  thresholds,
}: Omit<PumpSituation, 'level' | 'pump'>): number {
  const stopLevel = state.stopLevel ?? (isWaiting(last, 'on') ? last?.stopLevel : undefined);
  if (stopLevel !== undefined) return stopLevel;
  return automation && automation.offAbove > thresholds.high
    ? automation.offAbove
    : thresholds.high;
}

function isWaiting(last: LastSwitch | undefined, command: PumpWord): boolean {
  return last?.isPending === true && last.command === command;
}

function isKnownOff({ state, pump, last }: PumpSituation): boolean {
  if (isWaiting(last, 'off')) return true;
  if (isWaiting(last, 'on') || state.onSince !== undefined) return false;
  return pump === 'off' || last?.command === 'off' || state.offSince !== undefined;
}
