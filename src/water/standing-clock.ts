import { roundTo } from '../kit/round.ts';
import { dayMs, minuteMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';

/** Readings by an unmoved clock, over so long, until it counts as standing still. */
const leastStill = 3;
const leastStillMs = minuteMs;

/** A sensor that says the same so often, in a row, may be one of a full tank: another one is watched. */
const mostSame = 4;

/** Gaps between readings that a clock has lost in a row, whole or in parts, until it counts as standing still. */
const mostLost = 2.5;
/** Readings closer than this do not tell how fast a clock goes. */
const leastGapMs = 5 * minuteMs;
/** Share of the time that goes by from which on a clock loses it: networks and buffers make lags, too. */
const leastLoss = 1 / 4;
/** How far a lag shrinks, and a clock goes back, by how long a board was awake and a push on its way. */
const leewayMs = minuteMs;
/** A sensor that is heard of no more for so long is watched no more. */
const forgottenMs = 2 * dayMs;

export function isStanding({ still, stillSince, at, lost }: ClockMemory): boolean {
  return (still >= leastStill && at > 0 && stillSince >= leastStillMs) || lost >= mostLost;
}

type Said = { recordedAt: number; level: number; sensor: number; now: number };

/**
 * Notes how much of the time between two readings of a sensor a clock has lost: all of it where it starts again at
 * each wake of its board, or stops while that sleeps. What was kept, or was long on its way, comes back to the present:
 * its lag shrinks in between, or it says an instant from long before.
 * @param state memory of the clock, which is changed in place; its `lag` is that of the reading before.
 */
export function noteLoss(state: ClockMemory, { recordedAt, level, sensor, now }: Said): void {
  const isKnown = state.lossAt !== 0 && now - recordedAt >= state.lag - leewayMs;
  const gap = now - state.lossAt;
  if (isKnown && sensor !== state.lossSensor && gap < forgottenMs) return;
  const isSame = isKnown && sensor === state.lossSensor;
  const went = recordedAt - state.lossSaid;
  const isForward = went >= -leewayMs;
  const isRepeated = went === 0 && level === state.lossLevel;
  if (isSame && isForward && (gap < leastGapMs || isRepeated)) return;
  const share = Math.min((gap - went) / gap, 1);
  const lost = isSame && isForward && share >= leastLoss ? roundTo(state.lost + share, 3) : 0;
  const last = { lossAt: now, lossSaid: recordedAt, lossLevel: level, lossSensor: sensor };
  Object.assign(state, { ...last, lost });
}

/**
 * Notes a reading of the same instant as the one before. One that is repeated says the same level; by a clock that
 * stands, others come. One sensor is watched for that, since the others of its device say other levels of the same
 * instant.
 * @param state memory of the clock, which is changed in place.
 */
export function noteStill(
  state: ClockMemory,
  { level, sensor, now }: { level: number; sensor: number; now: number },
): void {
  if (sensor !== state.sensor) {
    if (state.sensor === 0 || state.same >= mostSame)
      Object.assign(state, { level, sensor, same: 0 });
  } else if (level === state.level) state.same += 1;
  else {
    Object.assign(state, { level, same: 0, stillSince: now - state.at });
    state.still += 1;
  }
}
