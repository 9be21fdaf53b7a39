import { omit, pickDefined } from '../../kit/fields.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { noteDraw } from './pump-draw.ts';
import { type Circumstances, noteRise, watchRise } from './pump-rise.ts';
import type { PumpReading, PumpState, PumpWord } from './pump-state.ts';
import { goesOnSince } from './run-limit.ts';
import { notePace, watchAfterGap } from './unseen-time.ts';

/** Time by which a reading may be older than the pump's last command, or the relay be slow. */
export const settleMs = 2 * minuteMs;

export type PumpOrder = {
  command: PumpWord;
  isByOwner: boolean;
  /** Level up to which its owner lets the run go, in percent. */
  stopLevel?: number | undefined;
  /** Instant by which the device ends the run by itself, as it is told now. */
  stopsBy?: number | undefined;
};

/** Returns the state once an `on` waits for the device. */
export function afterSending(state: PumpState, now: number): PumpState {
  return { ...state, orderedAt: now };
}

/**
 * Returns the state once the device has fetched a command: it may obey even if it never reports again.
 * @param reports whether the device says in its readings whether the pump runs
 */
export function afterDelivery(
  state: PumpState,
  order: PumpOrder,
  now: number,
  { reports = true, maxRunMs = 0 }: { reports?: boolean; maxRunMs?: number } = {},
): PumpState {
  if (order.command === 'off') return afterOffFetched(state, now, { reports, maxRunMs });
  // Of two answers with a limit the device may have had the first alone.
  const stopsBy = Math.max(state.stopsBy ?? 0, order.stopsBy ?? 0);
  return {
    ...omit(state, 'toldOffAt', 'offFetchedAt', 'offFetches', 'order', 'drawsHere'),
    onSince: goesOnSince(state, maxRunMs, now) ?? now,
    toldOnAt: (state.onSince !== undefined && state.toldOnAt) || now,
    isCommanded: true,
    isByOwner: order.isByOwner,
    // Fetched again, it may only now be obeyed: the answer before was lost, or its acknowledgement.
    heard: 0,
    ...(order.stopLevel !== undefined && { stopLevel: order.stopLevel }),
    ...(stopsBy > 0 && { stopsBy }),
  };
}

/**
 * A device that neither acknowledges nor reports is taken to have obeyed an `off` that it fetched three times,
 * since some answers are lost, and so is one that said `off` before. Where they all were, the pump runs until its longest run is over: it counts
 * as off from then on, so that its rest begins no sooner.
 */
function afterOffFetched(
  state: PumpState,
  now: number,
  { reports, maxRunMs }: { reports: boolean; maxRunMs: number },
): PumpState {
  if (state.onSince === undefined && !state.order) return state;
  const offFetches = (state.offFetches ?? 0) + 1;
  if (offFetches >= believedFetches) {
    if (state.onSince === undefined) return endOrder(state, now);
    if (!reports) return stop(state, Math.max(now, state.onSince + maxRunMs));
  }
  const { offFetchedAt = now } = state;
  return { ...state, offFetches, offFetchedAt, ...(offFetches === 1 && { heard: 0 }) };
}

/** Fetches of an `off` after which a device that never answers is taken to have obeyed it. */
const believedFetches = 3;

/** Returns the state once the device, or a person beside it, confirms that a command was carried out. */
export function afterAck(
  state: PumpState,
  order: PumpOrder,
  now: number,
  device: { maxRunMs?: number } = {},
): PumpState {
  if (order.command === 'on') {
    return { ...afterDelivery(state, order, now, device), isCertain: true };
  }
  const stopped = state.onSince === undefined ? endOrder(state, now) : stop(state, now);
  return { ...stopped, toldOffAt: now, heard: 0 };
}

/** Ends what may have gone on against the word of its board: the pump rests from now on. */
function endOrder(state: PumpState, now: number): PumpState {
  if (!state.order) return state;
  return { ...omit(state, 'order', 'offFetchedAt', 'offFetches'), offSince: now };
}

export function afterReading(
  state: PumpState,
  reading: PumpReading,
  circumstances: Circumstances,
): PumpState {
  const gapMs = circumstances.gapMs ?? 0;
  const believed = notePace(believePump(state, reading, circumstances.maxRunMs), gapMs);
  if (believed.onSince !== undefined) {
    const risen = noteRise(believed, reading);
    const watched = watchAfterGap(risen, reading, { before: state, gapMs });
    return watchRise(watched, reading, circumstances);
  }
  // Nothing is kept of a pump that never ran: many boards have none, and say that it is off.
  const mayStart = circumstances.isSteered || believed.offSince !== undefined;
  return mayStart ? noteDraw(believed, reading) : believed;
}

/**
 * Believes what a reading says of the pump. After the pump was told something, a word to the contrary may be
 * older than that: the first reading may say how it was at the reading before, and is not heeded.
 */
function believePump(known: PumpState, { at, pump }: PumpReading, maxRunMs = 0): PumpState {
  if (pump === null) return known;
  const { toldOnAt, toldOffAt, offFetchedAt, onSince } = known;
  const state = { ...known, heard: (known.heard ?? 0) + 1 };
  const isLate = (toldAt: number | undefined) =>
    toldAt !== undefined && (at <= toldAt + settleMs || state.heard < 2);
  if (pump === 'on') {
    if (onSince !== undefined) {
      return isLate(offFetchedAt) ? state : { ...state, isCertain: true, saidOn: true };
    }
    if (isLate(toldOffAt)) return state;
    const begun = { ...omit(state, 'order'), onSince: at, isCertain: true, saidOn: true };
    return { ...begun, isCommanded: toldOffAt !== undefined, ...goneOnWith(state, at, maxRunMs) };
  }
  if (onSince === undefined) {
    const { toldOffAt: _, heard: __, ...confirmed } = state;
    return confirmed;
  }
  return isLate(toldOnAt) ? state : withoutToldOff({ ...stop(state, at), ...openOrderOf(state) });
}

/** Returns what commanded a run that ends without an `off`. */
function openOrderOf(state: PumpState): Pick<PumpState, 'order'> {
  const { onSince, isCommanded, toldOffAt, offFetchedAt, saidOn } = state;
  const isTold = toldOffAt !== undefined || offFetchedAt !== undefined;
  if (onSince === undefined || !isCommanded || isTold) return {};
  const order = { onSince, ...pickDefined(state, ['isByOwner', 'stopLevel', 'stopsBy']) };
  return { order: { ...order, saidOn: saidOn === true } };
}

/**
 * Returns whose run it is that a pump is in which says that it is on again: that of what commanded it before,
 * while its longest run lasts, and for an hour after the pump was off. Later on it is switched by hand.
 */
function goneOnWith({ order, offSince = 0 }: PumpState, at: number, maxRunMs: number) {
  if (!order) return {};
  const isSameRun = at < order.onSince + maxRunMs;
  if (!isSameRun && at >= offSince + sameOrderMs) return {};
  return { ...order, saidOn: true, isCommanded: true, ...(!isSameRun && { onSince: at }) };
}

/** Time for which a pump may be off by its board's word alone and still obey what it was told before. */
const sameOrderMs = hourMs;

function withoutToldOff({ toldOffAt: _, heard: __, ...confirmed }: PumpState): PumpState {
  return confirmed;
}

/** What the next run has to know of the one before. */
const keptAfterRun = [
  ...(['latchedAt', 'dryAt', 'toldOffAt', 'heard', 'patience', 'restUntil'] as const),
  ...(['dryRuns', 'bringsWater', 'draw', 'mostDraw', 'risePerHour', 'everyMs', 'awayMs'] as const),
];

/** Ends a run. */
function stop(state: PumpState, at: number): PumpState {
  const wasCertain = state.isCertain && { wasCertain: true };
  return { offSince: at, ...wasCertain, ...pickDefined(state, keptAfterRun) };
}

/**
 * Clears the latch of a pump that ran dry; a run that goes on is judged from its next reading. Its owner says
 * that nothing is wrong with it, so the next run is given twice the time to show: it may be a slow pump.
 */
export function withoutLatch(known: PumpState): PumpState {
  const state = omit(known, 'latchedAt', 'dryAt', 'watchedSince', 'restUntil', 'dryRuns');
  const { patience = 1 } = state;
  return known.latchedAt === undefined ? state : { ...state, patience: Math.min(16, 2 * patience) };
}
