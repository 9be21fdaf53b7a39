import { dayMs, hourMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';
import { rightMs, sameLagMs } from './steady-lag.ts';

/** A clock that begins anew says a day that is at least so far back: sooner, it is a time zone, or what was kept. */
const leastBackMs = dayMs;
/** It says the same day each time, as far as its board is awake for so long before the first reading. */
const sameBeginMs = hourMs;
/** The first two begins are at least so long apart. */
const apartMs = hourMs;
/** Time for which the begin is remembered, and for which it is told of. */
const rememberedMs = 30 * dayMs;
const toldMs = 30 * hourMs;

/**
 * Notes where a clock begins anew that was right, as one without a battery does with the day on which its firmware
 * was made, until its board has set it: some readings say instants long before, which no silence explains, and those
 * behind them are right again.
 * @param state memory of the clock, which is changed in place; what it says of a reading is of the one before.
 * @param isOfBuffer true where the lag may be that of a reading which was kept.
 */
export function noteRestart(
  state: ClockMemory,
  { lag, recordedAt, now }: { lag: number; recordedAt: number; now: number },
  isOfBuffer: boolean,
): void {
  if (state.restartAt !== 0 && !isRemembered(state, now)) {
    Object.assign(state, { restarts: 0, restartAt: 0, restartSaid: 0 });
  }
  const isBack = state.at !== 0 && state.offset === 0 && recordedAt < state.said;
  if (isBack && !isOfBuffer && lag >= leastBackMs) {
    const isSame = Math.abs(recordedAt - state.restartSaid) <= sameBeginMs;
    // What another sensor kept, and sends one by one, comes sooner than a board begins anew.
    if (isSame && state.restarts === 1 && now - state.restartAt < apartMs) return;
    const restarts = isSame && state.restarts > 0 ? state.restarts + 1 : 0;
    Object.assign(state, { restarts, restartAt: now, restartSaid: recordedAt });
  } else if (state.restarts === 0 && Math.abs(lag) <= rightMs && isBehindBegin(state)) {
    state.restarts = 1;
  }
}

/** True if the reading before was the last of those by a clock that had begun anew. */
function isBehindBegin({ restartAt, restartSaid, lag }: ClockMemory): boolean {
  return restartAt !== 0 && Math.abs(lag - (restartAt - restartSaid)) <= sameLagMs;
}

function isRemembered({ restartAt }: ClockMemory, now: number): boolean {
  return now - restartAt < rememberedMs;
}

/** True if a reading is by a clock that has begun anew, as it did before, and is not set yet. */
export function isOfRestart(state: ClockMemory, lag: number): boolean {
  const { restarts, restartAt, restartSaid } = state;
  return restarts >= 2 && Math.abs(lag - (restartAt - restartSaid)) <= sameLagMs;
}

/** True while a clock that is right for now is still a fault to tell of, since it begins anew again and again. */
export function restartsAgain({ restarts, restartAt }: ClockMemory, now: number): boolean {
  return restarts >= 2 && now - restartAt < toldMs;
}
